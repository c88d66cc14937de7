-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
create function public.leave_turn(p_user_id uuid, p_question_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select public.leave_turn(p_user_id, p_question_id, private.claimed_answer(p_user_id, p_question_id, null))
$$;
revoke execute on function public.leave_turn(uuid, uuid) from public, anon, authenticated;
grant execute on function public.leave_turn(uuid, uuid) to service_role;
