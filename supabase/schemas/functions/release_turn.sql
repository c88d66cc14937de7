-- Releases the claim on an answer that broke off, and counts the failure with the tokens it cost. The same answer can
-- be asked for again. p_failure: the error's code. p_failure_text: its text. p_content: what was written, which stays
-- readable unless an earlier try wrote more. p_is_refused: the model declined, which its question notes unless it is
-- about a comparison.
-- Outcomes: released, lost (the claim is no longer the caller's), gone (the chat was deleted). Where the deletion of
-- the chat ended the answer, p_content is kept, even if the chat was restored since.
create function public.release_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_failure text, p_content text default null,
  p_first_text_ms integer default null, p_input_tokens integer default null, p_cached_tokens integer default null,
  p_output_tokens integer default null, p_failure_text text default null, p_is_refused boolean default false
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt private.attempts;
begin
  -- Locks the question before the attempt, as the purge of a chat does.
  update public.messages m set refusals = coalesce(m.refusals, '{}') || jsonb_build_object(a.model, clock_timestamp())
    from private.attempts a
    where p_is_refused and a.user_id = p_user_id and a.id = p_answer_id and a.claim_id = p_claim_id
      and a.claimed_until is not null and a.compares is null and m.user_id = p_user_id and m.id = a.question_id;
  update private.attempts set claimed_until = null, ended_at = clock_timestamp(), failure = p_failure,
      failure_text = p_failure_text,
      content = case when private.replaces_text(p_content, content) then p_content else content end,
      content_model = case when not private.replaces_text(p_content, content) then content_model end
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and claimed_until is not null
    returning * into attempt;
  if attempt.id is not null then
    delete from private.pieces where user_id = p_user_id and answer_id = p_answer_id;
    perform private.count_turn(attempt.model, p_failure, p_first_text_ms, p_input_tokens, p_cached_tokens,
      p_output_tokens);
    return jsonb_build_object('outcome', 'released');
  end if;
  update private.attempts set
      content = case when private.replaces_text(p_content, content) then p_content else content end,
      content_model = case when not private.replaces_text(p_content, content) then content_model end
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and failure = 'gone';
  return jsonb_build_object('outcome', case when exists (
    select from private.attempts a
      where a.user_id = p_user_id and a.id = p_answer_id and private.has_chat(p_user_id, a.chat_id)
    union all
    select from public.messages m
      where m.user_id = p_user_id and m.id = p_answer_id and m.role = 'assistant'
        and private.has_chat(p_user_id, m.chat_id)
  ) then 'lost' else 'gone' end);
end $$;
revoke execute on function
  public.release_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer, text, boolean)
  from public, anon, authenticated;
grant execute on function
  public.release_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer, text, boolean)
  to service_role;
