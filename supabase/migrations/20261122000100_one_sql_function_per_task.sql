-- Each SQL function does one task: rename_chat leaves create_chat, and the modes of finish_turn become finish_turn,
-- renew_turn and release_turn. A person's text is p_content. Inserts name their columns.
-- The Edge Functions of release 0.1.0 run until they are replaced, so what they call stays, for one release.

-- Seconds to wait before the member may do one more of p_kind; 0 when allowed, and then it is counted.
-- A window starts with its first use. Callers hold the member's row, so two never count at once.
create or replace function private.take(p_user_id uuid, p_kind text, p_limit integer, p_window interval)
returns integer
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  current private.usage;
begin
  select * into current from private.usage where user_id = p_user_id and kind = p_kind;
  if current.user_id is null or current.started_at <= moment - p_window then
    current.started_at := moment;
    current.used := 0;
  end if;
  if current.used >= p_limit then
    return greatest(1, ceil(extract(epoch from current.started_at + p_window - moment)));
  end if;
  insert into private.usage (user_id, kind, started_at, used)
    values (p_user_id, p_kind, current.started_at, current.used + 1)
    on conflict (user_id, kind) do update set started_at = excluded.started_at, used = excluded.used;
  return 0;
end $$;

-- Inserts a message as the newest of its chat and returns it with its time. The caller holds the chat's lock.
create or replace function private.add_message(p_message public.messages) returns public.messages
language plpgsql set search_path = '' as $$
begin
  -- Strictly later than anything in the chat, even when the clock was set back.
  select greatest(clock_timestamp(), last_message_at + interval '1 microsecond')
    into p_message.created_at from public.chats where id = p_message.chat_id;
  insert into public.messages
    (id, chat_id, user_id, created_at, direction, role, content, model, reply_to, answering_until, stopped_at)
    values (p_message.id, p_message.chat_id, p_message.user_id, p_message.created_at, p_message.direction,
      p_message.role, p_message.content, p_message.model, p_message.reply_to, p_message.answering_until,
      p_message.stopped_at);
  update public.chats set last_message_at = p_message.created_at where id = p_message.chat_id;
  return p_message;
end $$;

-- Keeps the id of a deleted chat, so that a retry that comes late cannot create the chat again.
create or replace function private.remember_deleted_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_chats (id) values (old.id) on conflict do nothing;
  return old;
end $$;

drop function public.create_chat(uuid, uuid, integer, text, text);

-- Creates an empty chat, or returns the one that this member already made under that id.
-- Outcomes: created (with chat), inactive, conflict (the id belongs to another member), gone (the chat was deleted),
-- limited (with retry_after, in seconds).
create function public.create_chat(
  p_user_id uuid, p_chat_id uuid, p_chats_per_minute integer, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  chat public.chats;
  wait integer;
begin
  select * into member from public.users where id = p_user_id for no key update;
  if member.id is null or not private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'inactive');
  end if;
  select * into chat from public.chats where id = p_chat_id for update;
  if chat.id is null then
    if exists (select from private.deleted_chats where id = p_chat_id) then
      return jsonb_build_object('outcome', 'gone');
    end if;
    wait := private.take(p_user_id, 'chats_minute', p_chats_per_minute, interval '1 minute');
    if wait > 0 then
      return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
    end if;
    insert into public.chats (id, user_id, model) values (p_chat_id, p_user_id, coalesce(p_model, 'chatgpt-4'))
      on conflict do nothing;
    select * into chat from public.chats where id = p_chat_id;
  end if;
  if chat.user_id is distinct from p_user_id then
    return jsonb_build_object('outcome', 'conflict');
  end if;
  return jsonb_build_object('outcome', 'created', 'chat', to_jsonb(chat));
end $$;
revoke execute on function public.create_chat(uuid, uuid, integer, text) from public, anon, authenticated;
grant execute on function public.create_chat(uuid, uuid, integer, text) to service_role;

-- Gives a chat of the member another title. It needs no membership: keeping one's history in order is free.
-- Outcomes: renamed (with chat), not_found, gone (the chat was deleted).
create function public.rename_chat(p_user_id uuid, p_chat_id uuid, p_title text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
begin
  update public.chats set title = p_title where id = p_chat_id and user_id = p_user_id returning * into chat;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'renamed', 'chat', to_jsonb(chat));
  elsif exists (select from private.deleted_chats where id = p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
end $$;
revoke execute on function public.rename_chat(uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.rename_chat(uuid, uuid, text) to service_role;

-- Records a question and claims the right to answer it for p_lease. Locks: member, chat, message, as everywhere.
-- p_starts_chat: p_chat_id is to be new; otherwise it must be a chat of the member. p_title names an untitled chat.
-- Outcomes: begun (with chat, question, history oldest first), answered (with chat, question, reply),
-- running (another request is answering; with chat, question), inactive, not_found, conflict (an id is used for
-- something else), gone (the chat was deleted), limited (with retry_after, in seconds).
create function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_starts_chat boolean, p_question_id uuid, p_content text, p_title text,
  p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer,
  p_lease interval, p_history_characters integer, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  chat public.chats;
  question public.messages;
  reply public.messages;
  history jsonb;
  wait integer := 0;
begin
  select * into member from public.users where id = p_user_id for no key update;
  if member.id is null or not private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'inactive');
  end if;

  select * into chat from public.chats where id = p_chat_id for update;
  if chat.user_id is distinct from p_user_id and (chat.id is not null or not p_starts_chat) then
    return jsonb_build_object('outcome', case when p_starts_chat then 'conflict' else 'not_found' end);
  end if;
  if chat.id is null and exists (select from private.deleted_chats where id = p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;

  select * into question from public.messages where id = p_question_id;
  if question.id is null and chat.id is not null and p_starts_chat
    or question.id is not null and (question.chat_id, question.role, question.content)
      is distinct from (chat.id, 'user', p_content) then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  if question.id is not null then
    reply := private.reply_of(question.id);
    if reply.id is not null then
      return jsonb_build_object('outcome', 'answered',
        'chat', to_jsonb(chat), 'question', to_jsonb(question), 'reply', to_jsonb(reply));
    elsif question.answering_until > clock_timestamp() then
      return jsonb_build_object('outcome', 'running', 'chat', to_jsonb(chat), 'question', to_jsonb(question));
    end if;
  end if;

  begin
    if chat.id is null then
      wait := private.take(p_user_id, 'chats_minute', p_chats_per_minute, interval '1 minute');
    end if;
    if wait = 0 then
      wait := private.take(p_user_id, 'turns_minute', p_turns_per_minute, interval '1 minute');
    end if;
    if wait = 0 then
      wait := private.take(p_user_id, 'turns_day', p_turns_per_day, interval '1 day');
    end if;
    if wait > 0 then
      raise sqlstate 'PT429';
    end if;
  exception when sqlstate 'PT429' then
    -- What one limit refuses is not counted by the others.
    return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
  end;

  if chat.id is null then
    insert into public.chats (id, user_id) values (p_chat_id, p_user_id);
  end if;
  update public.chats set title = coalesce(title, p_title), model = coalesce(p_model, model) where id = p_chat_id;
  if question.id is null then
    question.id := p_question_id;
    question.chat_id := p_chat_id;
    question.user_id := p_user_id;
    question.direction := 'inbound';
    question.role := 'user';
    question.content := p_content;
    question.answering_until := clock_timestamp() + p_lease;
    question := private.add_message(question);
  else
    update public.messages set answering_until = clock_timestamp() + p_lease, stopped_at = null
      where id = question.id returning * into question;
  end if;
  select * into chat from public.chats where id = p_chat_id;

  -- The newest messages up to the question whose characters fit the budget; the question always does.
  select jsonb_agg(jsonb_build_object('role', role, 'content', content) order by created_at) into history
  from (
    select role, content, created_at,
      sum(length(content)) over (order by created_at desc) as characters
    from (
      select m.role, m.content, m.created_at from public.messages m
      where m.chat_id = p_chat_id and m.created_at <= question.created_at
      order by m.created_at desc limit 200
    ) newest
  ) budgeted
  where characters <= p_history_characters or created_at = question.created_at;

  return jsonb_build_object('outcome', 'begun',
    'chat', to_jsonb(chat), 'question', to_jsonb(question), 'history', history);
exception when unique_violation then
  -- The ids were taken by another request between our look and our insert.
  return jsonb_build_object('outcome', 'conflict');
end $$;
revoke execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, integer, text)
  from public, anon, authenticated;
grant execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, integer, text)
  to service_role;

-- Extends the claim on the member's question to p_lease from now, and says how the turn stands. After `stopped` the
-- caller still has the claim, to store what was written or to give it up.
-- Outcomes: running, stopped (the person pressed Stop), answered (with reply: another request stored one), gone.
create function public.renew_turn(p_user_id uuid, p_question_id uuid, p_lease interval) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  question public.messages;
  reply public.messages;
begin
  -- A claim that was given up meanwhile stays given up.
  update public.messages
    set answering_until = case when answering_until is not null then clock_timestamp() + p_lease end
    where id = p_question_id and user_id = p_user_id and role = 'user' returning * into question;
  if question.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  reply := private.reply_of(question.id);
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered', 'reply', to_jsonb(reply));
  end if;
  return jsonb_build_object('outcome', case when question.stopped_at is null then 'running' else 'stopped' end);
end $$;
revoke execute on function public.renew_turn(uuid, uuid, interval) from public, anon, authenticated;
grant execute on function public.renew_turn(uuid, uuid, interval) to service_role;

-- Stores the answer to the member's question and gives up the claim. When there is an answer already, that one stays.
-- Outcomes: stored (with reply), empty (p_content has no words: nothing is stored, the question can be asked again),
-- gone (the chat was deleted).
create function public.finish_turn(p_user_id uuid, p_question_id uuid, p_content text, p_model text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  question public.messages;
  reply public.messages;
begin
  perform from public.users where id = p_user_id for key share;
  perform from public.chats
    where id = (select chat_id from public.messages where id = p_question_id and user_id = p_user_id) for update;
  select * into question from public.messages
    where id = p_question_id and user_id = p_user_id and role = 'user' for no key update;
  if question.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  reply := private.reply_of(question.id);
  if reply.id is not null then
    return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
  end if;

  update public.messages set answering_until = null where id = question.id;
  if btrim(p_content, E' \t\r\n') = '' then
    return jsonb_build_object('outcome', 'empty');
  end if;
  reply.id := gen_random_uuid();
  reply.chat_id := question.chat_id;
  reply.user_id := question.user_id;
  reply.direction := 'outbound';
  reply.role := 'assistant';
  reply.content := p_content;
  reply.model := p_model;
  reply.reply_to := question.id;
  reply := private.add_message(reply);
  return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
end $$;
revoke execute on function public.finish_turn(uuid, uuid, text, text) from public, anon, authenticated;
grant execute on function public.finish_turn(uuid, uuid, text, text) to service_role;

-- Gives up the claim on the member's question without an answer, so that the question can be asked again.
-- Outcomes: released, gone.
create function public.release_turn(p_user_id uuid, p_question_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.messages set answering_until = null
    where id = p_question_id and user_id = p_user_id and role = 'user';
  return jsonb_build_object('outcome', case when found then 'released' else 'gone' end);
end $$;
revoke execute on function public.release_turn(uuid, uuid) from public, anon, authenticated;
grant execute on function public.release_turn(uuid, uuid) to service_role;

-- For the Edge Functions of release 0.1.0, which run until they are replaced. The release after this one drops it.
create function public.create_chat(
  p_user_id uuid, p_chat_id uuid, p_chats_per_minute integer, p_title text, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  created constant jsonb := public.create_chat(p_user_id => p_user_id, p_chat_id => p_chat_id,
    p_chats_per_minute => p_chats_per_minute, p_model => p_model);
begin
  if created ->> 'outcome' <> 'created' then
    return created;
  end if;
  return created || jsonb_build_object('chat', public.rename_chat(p_user_id, p_chat_id, p_title) -> 'chat');
end $$;
revoke execute on function public.create_chat(uuid, uuid, integer, text, text) from public, anon, authenticated;
grant execute on function public.create_chat(uuid, uuid, integer, text, text) to service_role;

-- For the Edge Functions of release 0.1.0, which run until they are replaced. The release after this one drops it.
create or replace function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_message_id uuid, p_text text, p_title text, p_starts_chat boolean,
  p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer,
  p_lease interval, p_history_characters integer, p_model text default null
) returns jsonb
language sql security definer set search_path = '' as $$
  select public.begin_turn(
    p_user_id => p_user_id, p_chat_id => p_chat_id, p_starts_chat => p_starts_chat, p_question_id => p_message_id,
    p_content => p_text, p_title => p_title, p_turns_per_minute => p_turns_per_minute,
    p_turns_per_day => p_turns_per_day, p_chats_per_minute => p_chats_per_minute, p_lease => p_lease,
    p_history_characters => p_history_characters, p_model => p_model)
$$;

-- For the Edge Functions of release 0.1.0, which run until they are replaced. The release after this one drops it.
-- p_state: 'finished' stores p_text, 'failed' gives up the claim, 'running' renews it, or stores p_text after a Stop.
create or replace function public.finish_turn(
  p_question_id uuid, p_state text, p_lease interval, p_text text default null, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  owner_id constant uuid := (select user_id from public.messages where id = p_question_id);
  ended jsonb;
begin
  if p_state = 'failed' then
    return public.release_turn(owner_id, p_question_id);
  elsif p_state = 'running' then
    ended := public.renew_turn(owner_id, p_question_id, p_lease);
    if ended ->> 'outcome' in ('running', 'gone') then
      return ended;
    end if;
  end if;
  ended := public.finish_turn(p_user_id => owner_id, p_question_id => p_question_id,
    p_content => coalesce(p_text, ''), p_model => p_model);
  return case when ended ->> 'outcome' = 'empty' then jsonb_build_object('outcome', 'stopped') else ended end;
end $$;
