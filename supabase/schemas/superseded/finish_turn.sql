-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
create function public.finish_turn(
  p_user_id uuid, p_question_id uuid, p_claim_id uuid, p_content text, p_model text
) returns jsonb
language sql security definer set search_path = '' as $$
  select private.message_as_before(public.finish_turn(
    p_user_id => p_user_id, p_answer_id => private.claimed_answer(p_user_id, p_question_id, p_claim_id),
    p_claim_id => p_claim_id, p_content => p_content, p_provider_model => null, p_input_tokens => null,
    p_cached_tokens => null, p_output_tokens => null, p_first_text_ms => null))
$$;
revoke execute on function public.finish_turn(uuid, uuid, uuid, text, text) from public, anon, authenticated;
grant execute on function public.finish_turn(uuid, uuid, uuid, text, text) to service_role;
