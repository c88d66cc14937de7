-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
create function public.look_at_turn(p_user_id uuid, p_question_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.message_as_before(public.look_at_turn(
    p_user_id, p_question_id, private.claimed_answer(p_user_id, p_question_id, null)))
$$;
revoke execute on function public.look_at_turn(uuid, uuid) from public, anon, authenticated;
grant execute on function public.look_at_turn(uuid, uuid) to service_role;
