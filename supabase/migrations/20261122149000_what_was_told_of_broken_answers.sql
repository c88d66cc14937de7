set lock_timeout = '5s';

-- What a person was told when a reply broke off is kept, so that it reads the same after a reload. Functions of the
-- release before call release_turn with the arguments they know.

alter table public.attempts add column failure_text text;
alter table private.restorable_attempts add column failure_text text;

drop function public.release_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer);

-- Gives up the claim on the member's answer, which broke off: p_failure is the code of the error, p_failure_text what the
-- person was told, p_content what was written, which stays readable. The same answer can be asked for again. Counts the
-- failure, with the tokens it cost.
-- Outcomes: released, lost (the claim is no longer the caller's), gone (the chat was deleted). The text is kept then as
-- well: with the deleted chat, or with the answer when the deletion was undone since.
create function public.release_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_failure text, p_content text default null,
  p_first_text_ms integer default null, p_input_tokens integer default null, p_cached_tokens integer default null,
  p_output_tokens integer default null, p_failure_text text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.attempts;
begin
  update public.attempts set claimed_until = null, ended_at = clock_timestamp(), failure = p_failure,
      failure_text = p_failure_text, content = coalesce(nullif(p_content, ''), content)
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and claimed_until is not null
    returning * into attempt;
  if attempt.id is not null then
    delete from public.pieces where user_id = p_user_id and answer_id = p_answer_id;
    perform private.count_turn(attempt.model, p_failure, p_first_text_ms, p_input_tokens, p_cached_tokens,
      p_output_tokens);
    return jsonb_build_object('outcome', 'released');
  end if;
  update private.restorable_attempts set content = coalesce(nullif(p_content, ''), content)
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and failure = 'gone';
  if not found then
    -- A new statement: while it waited, the chat may have been restored.
    update public.attempts set content = coalesce(nullif(p_content, ''), content)
      where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and failure = 'gone';
  end if;
  return jsonb_build_object('outcome', case when exists (
    select from public.attempts where user_id = p_user_id and id = p_answer_id
    union all
    select from public.messages where user_id = p_user_id and id = p_answer_id and role = 'assistant'
  ) then 'lost' else 'gone' end);
end $$;
revoke execute on function
  public.release_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer, text)
  from public, anon, authenticated;
grant execute on function
  public.release_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer, text) to service_role;

-- Claims an attempt for p_lease, a new one or one that broke off. The text of the latter stays until the new try has
-- some. The caller holds the chat's lock.
create or replace function private.claim_answer(p_attempt public.attempts, p_lease interval) returns public.attempts
language plpgsql set search_path = '' as $$
declare
  attempt public.attempts;
  written text;
begin
  -- One that was claimed before. A function that died has left its pieces.
  if p_attempt.claim_id is not null then
    perform from public.attempts where user_id = p_attempt.user_id and id = p_attempt.id for update;
    with removed as (
      delete from public.pieces where user_id = p_attempt.user_id and answer_id = p_attempt.id returning *
    )
    select string_agg(content, '' order by position) into written from removed;
  end if;
  insert into public.attempts as a
    (user_id, id, chat_id, question_id, model, claim_id, claimed_until, started_at, context_from)
    values (p_attempt.user_id, p_attempt.id, p_attempt.chat_id, p_attempt.question_id, p_attempt.model,
      gen_random_uuid(), clock_timestamp() + p_lease, clock_timestamp(), p_attempt.context_from)
    on conflict (user_id, id) do update set model = excluded.model, claim_id = excluded.claim_id,
      claimed_until = excluded.claimed_until, waiting = 0, stopped_at = null, started_at = excluded.started_at,
      ended_at = null, failure = null, failure_text = null, content = coalesce(written, a.content),
      context_from = excluded.context_from
    returning * into attempt;
  return attempt;
end $$;
revoke execute on function private.claim_answer(public.attempts, interval) from public, anon, authenticated;

-- Stores the member's answer under its id and gives up the claim. What is stored already stays as it is. Counts the turn.
-- Attempts at the same question that had broken off before this one began go, also those whose claim had run out.
-- Outcomes: stored (with reply), empty (p_content has no words: nothing is stored, the answer can be asked for again),
-- lost (the claim is no longer the caller's: nothing is changed), gone (the chat was deleted, also when that was undone
-- since).
create or replace function public.finish_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_content text, p_provider_model text,
  p_input_tokens integer, p_cached_tokens integer, p_output_tokens integer, p_first_text_ms integer
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.attempts;
  reply public.messages;
  has_words constant boolean := btrim(p_content, E' \t\r\n') <> '';
  reason text;
begin
  perform from public.chats where user_id = p_user_id and id = (
    select chat_id from public.attempts where user_id = p_user_id and id = p_answer_id) for update;
  select * into reply from public.messages where user_id = p_user_id and id = p_answer_id and role = 'assistant';
  if reply.id is not null then
    return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
  end if;
  select * into attempt from public.attempts where user_id = p_user_id and id = p_answer_id;
  if attempt.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  -- All of the question's, in the order of stop_turn.
  perform from public.attempts where user_id = p_user_id and question_id = attempt.question_id order by id for update;
  select * into attempt from public.attempts
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id;
  if attempt.claimed_until is null then
    return jsonb_build_object('outcome', case when attempt.failure = 'gone' then 'gone' else 'lost' end);
  end if;

  reason := case when attempt.stopped_at is not null then 'stopped' when not has_words then 'provider_failed' end;
  perform private.count_turn(attempt.model, reason, p_first_text_ms, p_input_tokens, p_cached_tokens,
    p_output_tokens);
  if not has_words then
    update public.attempts
      set claimed_until = null, ended_at = clock_timestamp(), failure = reason
      where user_id = p_user_id and id = p_answer_id;
    delete from public.pieces where user_id = p_user_id and answer_id = p_answer_id;
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
  reply := private.add_message(reply);
  delete from public.attempts
    where user_id = p_user_id and question_id = attempt.question_id
      and (id = attempt.id or coalesce(ended_at, claimed_until) <= attempt.started_at);
  return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
end $$;
revoke execute on function
  public.finish_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer)
  from public, anon, authenticated;
grant execute on function
  public.finish_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer) to service_role;
