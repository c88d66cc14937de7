-- Gives up the claim on the member's question without an answer, so that the question can be asked again.
-- Outcomes: released, lost (the claim is no longer the caller's), gone (the chat was deleted).
create function public.release_turn(p_user_id uuid, p_question_id uuid, p_claim_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.messages set answering_until = null, claim_id = null
    where id = p_question_id and user_id = p_user_id and claim_id = p_claim_id;
  if found then
    return jsonb_build_object('outcome', 'released');
  end if;
  return jsonb_build_object('outcome', case when exists (
    select from public.messages where id = p_question_id and user_id = p_user_id and role = 'user'
  ) then 'lost' else 'gone' end);
end $$;
revoke execute on function public.release_turn(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.release_turn(uuid, uuid, uuid) to service_role;
