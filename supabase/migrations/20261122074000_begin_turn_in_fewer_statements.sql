-- What begins a turn in half the statements, for the time until the provider is asked: the limits are counted by one, a
-- chat is written once a message, and a new chat needs no look at what was said before.
-- Small functions in PL/pgSQL: the plans of theirs are kept, where those in SQL are planned at each call.

-- The one rule about who may create chats and send messages. A start that is only minutes ahead has come: the clock of
-- the payment platform may be ahead of this one.
create or replace function private.is_active(p_status text, p_started_at timestamptz, p_ended_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
begin
  return p_status = 'active'
    and (p_started_at is null or p_started_at <= pg_catalog.clock_timestamp() + interval '5 minutes')
    and (p_ended_at is null or p_ended_at > pg_catalog.clock_timestamp());
end $$;

-- Whether the member had a chat of this id and deleted it.
create or replace function private.chat_is_deleted(p_user_id uuid, p_chat_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from private.deleted_chats
    where user_id in (p_user_id, '00000000-0000-0000-0000-000000000000') and id = p_chat_id);
end $$;

-- Inserts a message as it is, and returns it. The one place that names the columns of a new message.
create or replace function private.insert_message(p_message public.messages) returns public.messages
language plpgsql set search_path = '' as $$
begin
  insert into public.messages
    (id, chat_id, user_id, created_at, direction, role, content, model, reply_to, stopped_at, follows, provider_model, asked_at,
     first_text_ms, took_ms, input_tokens, cached_tokens, output_tokens, context_from)
    values (p_message.id, p_message.chat_id, p_message.user_id, p_message.created_at, p_message.direction,
      p_message.role, p_message.content, p_message.model, p_message.reply_to, p_message.stopped_at, p_message.follows,
      p_message.provider_model, p_message.asked_at, p_message.first_text_ms, p_message.took_ms,
      p_message.input_tokens, p_message.cached_tokens, p_message.output_tokens, p_message.context_from)
    returning * into p_message;
  return p_message;
end $$;

-- The newest 400 messages of a chat up to a moment, in no order and without their texts. is_given: whether models are
-- given it. They are given every question, and of its answers the one that the next question follows, else the newest.
create or replace function private.recent_messages(p_user_id uuid, p_chat_id uuid, p_until timestamptz)
returns table (
  id uuid, role text, created_at timestamptz, model text, reply_to uuid, input_tokens integer, context_from uuid,
  estimated_tokens integer, is_given boolean
)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query with newest as materialized (
    select m.id, m.role, m.created_at, m.model, m.reply_to, m.follows, m.input_tokens, m.context_from,
      m.estimated_tokens
    from public.messages m
    where m.user_id = p_user_id and m.chat_id = p_chat_id and m.created_at <= p_until
    order by m.created_at desc limit 400
  ), questions as (
    select n.id, lead(n.follows) over (order by n.created_at) as chosen from newest n where n.role = 'user'
  )
  select n.id, n.role, n.created_at, n.model, n.reply_to, n.input_tokens, n.context_from, n.estimated_tokens,
    n.role = 'user' or q.id is not null and n.id = coalesce(q.chosen,
      first_value(n.id) over (partition by n.reply_to order by n.created_at desc))
  from newest n left join questions q on q.id = n.reply_to;
end $$;

-- Which answer a new question of the chat follows: p_follows, or without it the newest answer to the question before.
-- Null when there is none, or when p_follows is no answer to that question. The caller holds the chat's lock.
create or replace function private.answer_to_follow(p_chat public.chats, p_follows uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (select a.id from public.messages a
  where a.user_id = p_chat.user_id and a.id = coalesce(p_follows, a.id) and a.reply_to = (
    select q.id from public.messages q
    where q.user_id = p_chat.user_id and q.chat_id = p_chat.id and q.role = 'user'
    order by q.created_at desc limit 1)
  order by a.created_at desc limit 1);
end $$;

-- The attempt to claim for a question that nobody is answering under p_answer_id: the one that broke off, or a new one,
-- which is not stored yet. A row of nulls when the id is used for something else, or when the question takes no more
-- answers: it has 12, or it has some and another question has followed. The caller holds the chat's lock.
create or replace function private.attempt_for(p_question public.messages, p_is_new boolean, p_answer_id uuid)
returns public.attempts
language plpgsql set search_path = '' as $$
declare
  attempt public.attempts;
  others integer := 0;
begin
  if exists (select from public.attempts where id = p_question.id) then
    return null;
  end if;
  if p_answer_id is not null then
    if p_answer_id = p_question.id
      or exists (select from public.messages where id = p_answer_id)
      or exists (select from public.attempts where id = p_answer_id
        and (user_id, question_id) is distinct from (p_question.user_id, p_question.id)) then
      return null;
    end if;
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
  attempt.id := coalesce(p_answer_id, gen_random_uuid());
  attempt.chat_id := p_question.chat_id;
  attempt.question_id := p_question.id;
  return attempt;
end $$;

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
      ended_at = null, failure = null, content = coalesce(written, a.content), context_from = excluded.context_from
    returning * into attempt;
  return attempt;
end $$;

-- The time of a chat's next message: strictly later than its newest one, even when the clock was set back.
create function private.next_moment(p_last_message_at timestamptz) returns timestamptz
language plpgsql set search_path = '' as $$
begin
  return greatest(clock_timestamp(), p_last_message_at + interval '1 microsecond');
end $$;
revoke execute on function private.next_moment(timestamptz) from public, anon, authenticated;

-- Counts one more turn of the member, and with p_chats_per_minute one more chat. Nothing is counted when a limit refuses.
-- wait: seconds until the limit that refuses allows it; 0 when none does.
-- turns_left: how many more turns the member may begin, by the tighter of the two limits, and when its window ends; near:
-- the same of the tighter limit of which nine tenths are used, null when there is none.
-- Windows are those of private.take. Callers hold the member's row, so two never count at once.
create function private.take_turn(
  p_user_id uuid, p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer,
  out wait integer, out turns_left jsonb
)
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  with windows as materialized (
    select l.place, l.kind, l.most, l.length,
      case when is_open then u.started_at else moment end as started_at, case when is_open then u.used else 0 end as used
    from (values
      (1, 'chats_minute', p_chats_per_minute, interval '1 minute'),
      (2, 'turns_minute', p_turns_per_minute, interval '1 minute'),
      (3, 'turns_day', p_turns_per_day, interval '1 day')) l (place, kind, most, length)
    left join private.usage u on u.user_id = p_user_id and u.kind = l.kind
    cross join lateral (select u.started_at > moment - l.length and u.started_at <= moment) o (is_open)
    where l.most is not null
  ), refusing as (
    select started_at + length as until from windows where used >= most order by place limit 1
  ), counted as (
    insert into private.usage (user_id, kind, started_at, used)
      select p_user_id, kind, started_at, used + 1 from windows where not exists (select from refusing)
      on conflict (user_id, kind) do update set started_at = excluded.started_at, used = excluded.used
  ), turns as (
    select place, most, greatest(0, most - used - 1) as count, started_at + length as until from windows where place > 1
  )
  select coalesce((select greatest(1, ceil(extract(epoch from until - moment))) from refusing), 0),
    jsonb_build_object('count', t.count, 'until', t.until, 'near', (
      select jsonb_build_object('count', n.count, 'until', n.until) from turns n
      where n.count <= 0.1 * n.most order by n.count, n.until desc limit 1))
    into wait, turns_left
    from turns t order by t.count, t.until desc limit 1;
end $$;
revoke execute on function private.take_turn(uuid, integer, integer, integer) from public, anon, authenticated;

-- Inserts a message as the newest of its chat and returns it with its time. The caller holds the chat's lock.
create or replace function private.add_message(p_message public.messages) returns public.messages
language plpgsql set search_path = '' as $$
begin
  select private.next_moment(last_message_at) into p_message.created_at
    from public.chats where user_id = p_message.user_id and id = p_message.chat_id;
  p_message := private.insert_message(p_message);
  update public.chats set last_message_at = p_message.created_at
    where user_id = p_message.user_id and id = p_message.chat_id;
  return p_message;
end $$;

-- Records a question, or asks a recorded one again, and claims the right to write the answer for p_lease.
-- Locks: member, chat, attempt, as everywhere. What is answered, or being answered, is told so without a lock.
-- p_starts_chat: p_chat_id is to be new; otherwise it must be a chat of the member. p_title names an untitled chat.
-- p_budgets: how many tokens each model is given. p_model: null for the model of the chat.
-- p_answer_id: the answer's id; null for the newest answer, the one that runs, the one that broke off, or a new one.
-- p_follows: the answer that a new question goes on from; null for the newest one.
-- p_from_chat, p_from_message: a question of the member; a new chat begins with copies of what is before it.
-- Outcomes: begun (with chat, question, answer, claim, history oldest first, context_from, left), answered (with chat,
-- question, reply), running (another request is answering, and this one is counted as waiting; with chat, question,
-- answer), crowded (three wait already), inactive, not_found (the chat, or the one to copy), conflict (an id is used for
-- something else, or the question takes no more answers), gone (the chat was deleted), limited (with retry_after, in
-- seconds).
create or replace function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_starts_chat boolean, p_question_id uuid, p_content text, p_title text,
  p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer, p_lease interval, p_budgets jsonb,
  p_model text default null, p_answer_id uuid default null, p_follows uuid default null,
  p_from_chat uuid default null, p_from_message uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  chat public.chats;
  question public.messages;
  source public.messages;
  attempt public.attempts;
  taken record;
  history jsonb;
  -- The embedded REST service hands JSON to a real PostgreSQL as a JSON text.
  budgets constant jsonb := case jsonb_typeof(p_budgets) when 'string'
    then (p_budgets #>> '{}')::jsonb else p_budgets end;
  standing jsonb;
  is_new boolean;
begin
  select * into question from public.messages
    where user_id = p_user_id and id = p_question_id and chat_id = p_chat_id and role = 'user' and content = p_content;
  if question.id is not null then
    select * into member from public.users where id = p_user_id;
    if private.membership_is_active(member) then
      standing := private.standing_of(question, p_answer_id);
    end if;
    if standing is not null then
      return standing;
    end if;
  end if;

  select * into member from public.users where id = p_user_id for no key update;
  if member.id is null or not private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'inactive');
  end if;

  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id for update;
  if chat.id is null and not p_starts_chat then
    return jsonb_build_object('outcome', 'not_found');
  elsif chat.id is null and exists (select from public.chats where id = p_chat_id) then
    return jsonb_build_object('outcome', 'conflict');
  elsif chat.id is null and private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;

  select * into question from public.messages where id = p_question_id;
  is_new := question.id is null;
  if is_new and chat.id is not null and p_starts_chat
    or not is_new and (question.user_id, question.chat_id, question.role, question.content)
      is distinct from (p_user_id, chat.id, 'user', p_content) then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  if is_new then
    question.id := p_question_id;
    question.chat_id := p_chat_id;
    question.user_id := p_user_id;
    question.direction := 'inbound';
    question.role := 'user';
    question.content := p_content;
  else
    standing := private.standing_of(question, p_answer_id);
    if standing is not null then
      return standing;
    end if;
  end if;

  if chat.id is null and p_from_message is not null then
    select * into source from public.messages
      where user_id = p_user_id and id = p_from_message and chat_id = p_from_chat and role = 'user';
    if source.id is null then
      return jsonb_build_object('outcome', 'not_found');
    end if;
  elsif is_new and chat.id is not null then
    question.follows := private.answer_to_follow(chat, p_follows);
  end if;
  if is_new and p_follows is not null and question.follows is distinct from p_follows then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  attempt := private.attempt_for(question, is_new, p_answer_id);
  if attempt.id is null then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  taken := private.take_turn(p_user_id, p_turns_per_minute, p_turns_per_day,
    case when chat.id is null then p_chats_per_minute end);
  if taken.wait > 0 then
    return jsonb_build_object('outcome', 'limited', 'retry_after', taken.wait);
  end if;

  -- A chat is written once: what is indexed of it changes with each message.
  if chat.id is null and source.id is null then
    question.created_at := clock_timestamp();
    insert into public.chats (id, user_id, title, model, created_at, last_message_at)
      values (p_chat_id, p_user_id, p_title, coalesce(p_model, 'chatgpt-4'), question.created_at, question.created_at)
      returning * into chat;
    question := private.insert_message(question);
    history := jsonb_build_array(jsonb_build_object('role', 'user', 'content', p_content));
  elsif chat.id is null then
    insert into public.chats (id, user_id, title, model, copied_from_chat, copied_from_message)
      values (p_chat_id, p_user_id, p_title, coalesce(p_model, 'chatgpt-4'), source.chat_id, source.id);
    perform private.copy_messages(p_chat_id, source);
    question := private.add_message(question);
    select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;
  elsif is_new then
    question.created_at := private.next_moment(chat.last_message_at);
    update public.chats
      set title = coalesce(title, p_title), model = coalesce(p_model, model), last_message_at = question.created_at
      where user_id = p_user_id and id = p_chat_id
      returning * into chat;
    question := private.insert_message(question);
  end if;

  attempt.model := coalesce(p_model, attempt.model, chat.model);
  if history is null then
    select c.history, c.context_from into history, attempt.context_from
      from private.context_of(question, attempt.model, (budgets ->> attempt.model)::integer) c;
  end if;
  attempt := private.claim_answer(attempt, p_lease);

  return jsonb_build_object('outcome', 'begun', 'chat', to_jsonb(chat), 'question', to_jsonb(question),
    'answer', jsonb_build_object('id', attempt.id, 'model', attempt.model), 'claim', attempt.claim_id,
    'history', history, 'context_from', attempt.context_from, 'left', taken.turns_left);
exception when unique_violation then
  -- The ids were taken by another request between our look and our insert.
  return jsonb_build_object('outcome', 'conflict');
end $$;

drop function private.turns_left(uuid, integer, integer);
