set lock_timeout = '5s';

-- begin_turn makes ids by plpgsql, looks at fewer tables for ids, and inserts a new attempt plainly.
create or replace function private.new_id() returns uuid
language plpgsql set search_path = '' as $$
begin
  return lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14);
end $$;

create or replace function private.attempt_for(p_question public.messages, p_is_new boolean, p_answer_id uuid)
returns public.attempts
language plpgsql set search_path = '' as $$
declare
  attempt public.attempts;
  others integer := 0;
begin
  if exists (select from public.attempts where id = p_question.id) then
    return null;
  elsif p_answer_id is not null and (
    p_answer_id = p_question.id
    or exists (select from public.messages where id = p_answer_id)
    or exists (
      select from public.attempts where id = p_answer_id
        and (user_id, question_id) is distinct from (p_question.user_id, p_question.id))
  ) then
    return null;
  end if;

  if not p_is_new then
    select * into attempt from public.attempts
      where user_id = p_question.user_id and question_id = p_question.id and id = coalesce(p_answer_id, id)
      order by started_at desc limit 1;
    if attempt.id is not null then
      return attempt;
    end if;
    select count(*) into others from (
      select from public.messages where user_id = p_question.user_id and reply_to = p_question.id
      union all
      select from public.attempts where user_id = p_question.user_id and question_id = p_question.id
    ) answers;
  end if;
  if others >= 12 or others > 0 and exists (
    select from public.messages where user_id = p_question.user_id and chat_id = p_question.chat_id
      and created_at > p_question.created_at and role = 'user'
  ) then
    return null;
  end if;
  attempt.user_id := p_question.user_id;
  attempt.id := coalesce(p_answer_id, private.new_id());
  attempt.chat_id := p_question.chat_id;
  attempt.question_id := p_question.id;
  return attempt;
end $$;

create or replace function private.claim_answer(p_attempt public.attempts, p_lease interval) returns public.attempts
language plpgsql set search_path = '' as $$
declare
  attempt public.attempts;
  written text;
begin
  if p_attempt.claim_id is null then
    insert into public.attempts
      (user_id, id, chat_id, question_id, model, claim_id, claimed_until, started_at, context_from)
      values (p_attempt.user_id, p_attempt.id, p_attempt.chat_id, p_attempt.question_id, p_attempt.model,
        gen_random_uuid(), clock_timestamp() + p_lease, clock_timestamp(), p_attempt.context_from)
      returning * into attempt;
    return attempt;
  end if;

  -- One that was claimed before. A function that died has left its pieces.
  perform from public.attempts where user_id = p_attempt.user_id and id = p_attempt.id for update;
  with removed as (
    delete from public.pieces where user_id = p_attempt.user_id and answer_id = p_attempt.id returning *
  )
  select string_agg(content, '' order by position) into written from removed;
  update public.attempts set model = p_attempt.model, claim_id = gen_random_uuid(),
      claimed_until = clock_timestamp() + p_lease, waiting = 0, stopped_at = null, started_at = clock_timestamp(),
      ended_at = null, failure = null, failure_text = null, content = coalesce(written, content),
      content_model = case when written is not null then model
        when content is not null then coalesce(content_model, model) end,
      context_from = p_attempt.context_from
    where user_id = p_attempt.user_id and id = p_attempt.id
    returning * into attempt;
  return attempt;
end $$;
