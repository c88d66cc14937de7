-- Stores an answer or a comparison as a message, deletes its attempt and counts the turn. If it is stored already it
-- stays as it is. Also deletes the model's attempts at the same answer or comparison that broke off, or whose claim ran
-- out, before this one began. Those of other models stay.
-- Outcomes: stored (with reply), empty (p_content has no words: nothing is stored, the answer can be asked for again),
-- lost (the claim is no longer the caller's: nothing is changed), gone (the chat was deleted, even if restored since).
create function public.finish_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_content text, p_provider_model text,
  p_input_tokens integer, p_cached_tokens integer, p_output_tokens integer, p_first_text_ms integer
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt private.attempts;
  reply public.messages;
  has_words constant boolean := btrim(p_content, E' \t\r\n') <> '';
  reason text;
begin
  perform from public.chats where user_id = p_user_id and id = (
    select chat_id from private.attempts where user_id = p_user_id and id = p_answer_id) for update;
  select * into reply from public.messages m where m.user_id = p_user_id and m.id = p_answer_id and m.role = 'assistant'
    and private.has_chat(p_user_id, m.chat_id);
  if reply.id is not null then
    return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
  end if;
  select * into attempt from private.attempts where user_id = p_user_id and id = p_answer_id;
  if attempt.id is null or not private.has_chat(p_user_id, attempt.chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  -- All attempts at the question, locked in the order of stop_turn.
  perform from private.attempts where user_id = p_user_id and question_id = attempt.question_id order by id for update;
  select * into attempt from private.attempts
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id;
  if attempt.claimed_until is null then
    return jsonb_build_object('outcome', case when attempt.failure = 'gone' then 'gone' else 'lost' end);
  end if;

  reason := case when attempt.stopped_at is not null then 'stopped' when not has_words then 'provider_failed' end;
  perform private.count_turn(attempt.model, reason, p_first_text_ms, p_input_tokens, p_cached_tokens,
    p_output_tokens);
  if not has_words then
    update private.attempts
      set claimed_until = null, ended_at = clock_timestamp(), failure = reason
      where user_id = p_user_id and id = p_answer_id;
    delete from private.pieces where user_id = p_user_id and answer_id = p_answer_id;
    return jsonb_build_object('outcome', 'empty');
  end if;

  reply.id := attempt.id;
  reply.chat_id := attempt.chat_id;
  reply.user_id := attempt.user_id;
  reply.direction := 'outbound';
  reply.role := 'assistant';
  reply.content := p_content;
  reply.model := attempt.model;
  reply.reply_to := attempt.question_id;
  reply.stopped_at := attempt.stopped_at;
  reply.provider_model := p_provider_model;
  reply.asked_at := attempt.started_at;
  reply.first_text_ms := p_first_text_ms;
  reply.took_ms := greatest(0, extract(epoch from clock_timestamp() - attempt.started_at) * 1000);
  reply.input_tokens := p_input_tokens;
  reply.cached_tokens := p_cached_tokens;
  reply.output_tokens := p_output_tokens;
  reply.context_from := attempt.context_from;
  reply.compares := attempt.compares;
  reply.compared_tokens := attempt.compared_tokens;
  reply.instructions_id := attempt.instructions_id;
  reply := private.add_answer(reply);
  delete from private.attempts a
    where a.user_id = p_user_id and a.question_id = attempt.question_id
      and (a.id = attempt.id
        or a.model = attempt.model and a.compares is not distinct from attempt.compares
          and coalesce(a.ended_at, a.claimed_until) <= attempt.started_at);
  return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
end $$;
revoke execute on function
  public.finish_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer)
  from public, anon, authenticated;
grant execute on function
  public.finish_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer) to service_role;
