set lock_timeout = '5s';

-- A person who asked four models lost why one of them had failed, and its Retry, when another one was retried. And where
-- another model was to retry a reply that had broken off, and failed before it had written anything, the text of the
-- first one stood under its name.

alter table public.attempts add column content_model text;
alter table private.restorable_attempts add column content_model text;

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
      content_model = case when written is not null then a.model
        when a.content is not null then coalesce(a.content_model, a.model) end,
      context_from = excluded.context_from
    returning * into attempt;
  return attempt;
end $$;

-- Extends the claim on the member's answer to p_lease from now, adds a piece of its text, and says how the turn stands.
-- After `stopped` the caller still has the claim, to store what was written or to give it up.
-- p_position counts the pieces of a claim from 1 on; a piece that is written twice changes nothing.
-- Outcomes: running, stopped (the person pressed Stop), answered (with reply: the answer is stored already),
-- lost (the claim was given up, or another request has taken the answer over), gone (the chat was deleted, also when that
-- was undone since).
create or replace function public.renew_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_lease interval,
  p_position integer default null, p_piece text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.attempts;
  reply public.messages;
begin
  update public.attempts set
      claimed_until = clock_timestamp() + p_lease,
      -- What an earlier try has left goes when there is new text.
      content = case when p_position is null then content end,
      content_model = case when p_position is null then content_model end
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and claimed_until is not null
    returning * into attempt;
  if attempt.id is not null then
    if p_position is not null then
      insert into public.pieces (user_id, answer_id, position, content)
        values (p_user_id, p_answer_id, p_position, p_piece) on conflict do nothing;
    end if;
    return jsonb_build_object('outcome', case when attempt.stopped_at is null then 'running' else 'stopped' end);
  end if;

  select * into reply from public.messages where user_id = p_user_id and id = p_answer_id and role = 'assistant';
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered', 'reply', to_jsonb(reply));
  end if;
  return jsonb_build_object('outcome', case when exists (
    select from public.attempts where user_id = p_user_id and id = p_answer_id
      and (claim_id, failure) is distinct from (p_claim_id, 'gone')) then 'lost' else 'gone' end);
end $$;

-- Gives up the claim on the member's answer, which broke off: p_failure is the code of the error, p_failure_text what the
-- person was told, p_content what was written, which stays readable. The same answer can be asked for again. Counts the
-- failure, with the tokens it cost.
-- Outcomes: released, lost (the claim is no longer the caller's), gone (the chat was deleted). The text is kept then as
-- well: with the deleted chat, or with the answer when the deletion was undone since.
create or replace function public.release_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_failure text, p_content text default null,
  p_first_text_ms integer default null, p_input_tokens integer default null, p_cached_tokens integer default null,
  p_output_tokens integer default null, p_failure_text text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.attempts;
begin
  update public.attempts set claimed_until = null, ended_at = clock_timestamp(), failure = p_failure,
      failure_text = p_failure_text, content = coalesce(nullif(p_content, ''), content),
      content_model = case when coalesce(p_content, '') = '' then content_model end
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and claimed_until is not null
    returning * into attempt;
  if attempt.id is not null then
    delete from public.pieces where user_id = p_user_id and answer_id = p_answer_id;
    perform private.count_turn(attempt.model, p_failure, p_first_text_ms, p_input_tokens, p_cached_tokens,
      p_output_tokens);
    return jsonb_build_object('outcome', 'released');
  end if;
  update private.restorable_attempts set content = coalesce(nullif(p_content, ''), content),
      content_model = case when coalesce(p_content, '') = '' then content_model end
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and failure = 'gone';
  if not found then
    -- A new statement: while it waited, the chat may have been restored.
    update public.attempts set content = coalesce(nullif(p_content, ''), content),
        content_model = case when coalesce(p_content, '') = '' then content_model end
      where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and failure = 'gone';
  end if;
  return jsonb_build_object('outcome', case when exists (
    select from public.attempts where user_id = p_user_id and id = p_answer_id
    union all
    select from public.messages where user_id = p_user_id and id = p_answer_id and role = 'assistant'
  ) then 'lost' else 'gone' end);
end $$;

-- Stores the member's answer under its id and gives up the claim. What is stored already stays as it is. Counts the turn.
-- Attempts of the same model at the question that had broken off before this one began go, also those whose claim had run
-- out. Those of other models stay, with what the person was told of them.
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
  delete from public.attempts a
    where a.user_id = p_user_id and a.question_id = attempt.question_id
      and (a.id = attempt.id
        or a.model = attempt.model and coalesce(a.ended_at, a.claimed_until) <= attempt.started_at);
  return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
end $$;
