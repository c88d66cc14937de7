-- Gives up the claim on the member's question without an answer, so that the question can be asked again.
-- Outcomes: released, gone.
create function public.release_turn(p_user_id uuid, p_question_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.messages set answering_until = null
    where id = p_question_id and user_id = p_user_id and role = 'user';
  return jsonb_build_object('outcome', case when found then 'released' else 'gone' end);
end $$;
revoke execute on function public.release_turn(uuid, uuid) from public, anon, authenticated;
grant execute on function public.release_turn(uuid, uuid) to service_role;
