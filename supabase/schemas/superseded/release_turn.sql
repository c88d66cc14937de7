-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
create function public.release_turn(p_user_id uuid, p_question_id uuid, p_claim_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select public.release_turn(
    p_user_id => p_user_id, p_answer_id => private.claimed_answer(p_user_id, p_question_id, p_claim_id),
    p_claim_id => p_claim_id, p_failure => 'provider_failed')
$$;
revoke execute on function public.release_turn(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.release_turn(uuid, uuid, uuid) to service_role;
