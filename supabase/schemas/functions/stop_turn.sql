-- Marks the member's question as stopped; whoever is answering it notices when renewing the claim.
-- Outcomes: marked, not_found.
create function public.stop_turn(p_user_id uuid, p_chat_id uuid, p_question_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.messages set stopped_at = clock_timestamp()
    where id = p_question_id and chat_id = p_chat_id and user_id = p_user_id and role = 'user';
  return jsonb_build_object('outcome', case when found then 'marked' else 'not_found' end);
end $$;
revoke execute on function public.stop_turn(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.stop_turn(uuid, uuid, uuid) to service_role;
