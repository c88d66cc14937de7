set lock_timeout = '5s';

-- What a function had written of an answer when its chat was deleted is not lost: it hands over the text that had not
-- yet been stored, and Undo brings that back as well.

-- Keeps a chat that is about to be deleted for the ten minutes in which that can be undone, out of everybody's reach.
-- The chat is locked by now, so that no message comes after those that are kept. Of a person whose account goes nothing
-- is kept. An answer that was being written ends here, with what had been written of it, and its failure says why. The
-- function that wrote it cannot write on, but hands over the rest of its text by public.release_turn.
create or replace function private.keep_deleted_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.users where id = old.user_id) then
    return old;
  end if;
  perform private.copy_rows('public.chats', 'private.restorable_chats', 'id', old.user_id, old.id);
  perform private.copy_rows('public.messages', 'private.restorable_messages', 'chat_id', old.user_id, old.id);
  perform private.copy_rows('public.attempts', 'private.restorable_attempts', 'chat_id', old.user_id, old.id);
  update private.restorable_attempts a
    set content = coalesce((
          select string_agg(p.content, '' order by p.position) from public.pieces p
          where p.user_id = a.user_id and p.answer_id = a.id), a.content),
      claimed_until = null, waiting = 0,
      ended_at = coalesce(a.ended_at, clock_timestamp()), failure = coalesce(a.failure, 'gone')
    where user_id = old.user_id and chat_id = old.id;
  return old;
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
      content = case when p_position is null then content end
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

-- Stores the member's answer under its id and gives up the claim. What is stored already stays as it is. Counts the turn.
-- Attempts at the same question that had broken off before this one began go.
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
      and (id = attempt.id or ended_at <= attempt.started_at);
  return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
end $$;

-- Gives up the claim on the member's answer, which broke off: p_failure is the code of the error, p_content what was
-- written, which stays readable. The same answer can be asked for again. Counts the failure, with the tokens it cost.
-- Outcomes: released, lost (the claim is no longer the caller's), gone (the chat was deleted). The text is kept then as
-- well: with the deleted chat, or with the answer when the deletion was undone since.
create or replace function public.release_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_failure text, p_content text default null,
  p_first_text_ms integer default null, p_input_tokens integer default null, p_cached_tokens integer default null,
  p_output_tokens integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.attempts;
begin
  update public.attempts set claimed_until = null, ended_at = clock_timestamp(), failure = p_failure,
      content = coalesce(nullif(p_content, ''), content)
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
