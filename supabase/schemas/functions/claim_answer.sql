-- Claims an attempt for p_lease, and stores it if it is new. The longest text of the earlier tries stays.
-- The caller holds the chat's lock.
create function private.claim_answer(p_attempt private.attempts, p_lease interval) returns private.attempts
language plpgsql set search_path = '' as $$
declare
  attempt private.attempts;
  written text;
begin
  if p_attempt.started_at is null then
    insert into private.attempts
      (user_id, id, chat_id, question_id, model, claim_id, claimed_until, started_at, context_from,
        compares, compared_tokens, instructions_id)
      values (p_attempt.user_id, p_attempt.id, p_attempt.chat_id, p_attempt.question_id, p_attempt.model,
        gen_random_uuid(), clock_timestamp() + p_lease, clock_timestamp(), p_attempt.context_from,
        p_attempt.compares, p_attempt.compared_tokens, p_attempt.instructions_id)
      returning * into attempt;
    return attempt;
  end if;

  -- What a function wrote before it died is still in pieces.
  perform from private.attempts where user_id = p_attempt.user_id and id = p_attempt.id for update;
  with removed as (
    delete from private.pieces where user_id = p_attempt.user_id and answer_id = p_attempt.id returning *
  )
  select string_agg(content, '' order by position) into written from removed;
  update private.attempts set model = p_attempt.model, claim_id = gen_random_uuid(),
      claimed_until = clock_timestamp() + p_lease, waiting = 0, stopped_at = null, started_at = clock_timestamp(),
      ended_at = null, failure = null, failure_text = null,
      content = case when private.replaces_text(written, content) then written else content end,
      content_model = case when private.replaces_text(written, content) then model
        when content is not null then coalesce(content_model, model) end,
      context_from = p_attempt.context_from, compared_tokens = p_attempt.compared_tokens,
      instructions_id = p_attempt.instructions_id
    where user_id = p_attempt.user_id and id = p_attempt.id
    returning * into attempt;
  return attempt;
end $$;
revoke execute on function private.claim_answer(private.attempts, interval) from public, anon, authenticated;
