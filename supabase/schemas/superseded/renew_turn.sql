-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
create function public.renew_turn(p_user_id uuid, p_question_id uuid, p_claim_id uuid, p_lease interval) returns jsonb
language sql security definer set search_path = '' as $$
  select private.message_as_before(public.renew_turn(
    p_user_id => p_user_id, p_answer_id => private.claimed_answer(p_user_id, p_question_id, p_claim_id),
    p_claim_id => p_claim_id, p_lease => p_lease, p_position => null, p_piece => null))
$$;
revoke execute on function public.renew_turn(uuid, uuid, uuid, interval) from public, anon, authenticated;
grant execute on function public.renew_turn(uuid, uuid, uuid, interval) to service_role;
