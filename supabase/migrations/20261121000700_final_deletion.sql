-- Deleting a chat is final (PROMISES 8): its id is never used again, not even by a retry that comes late.
create table private.deleted_chats (id uuid primary key);
alter table private.deleted_chats enable row level security;
revoke all on private.deleted_chats from public, anon, authenticated;

create function private.remember_deleted_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_chats values (old.id) on conflict do nothing;
  return old;
end $$;
revoke execute on function private.remember_deleted_chat() from public, anon, authenticated;

create trigger remember_deleted_chat after delete on public.chats
  for each row execute function private.remember_deleted_chat();

-- Another parameter makes another function: the old one goes.
drop function public.create_chat(uuid, uuid, integer, text);

-- Creates an empty chat, or answers the one this member already made under that id. p_title names it, also anew.
-- Outcomes: created, inactive, conflict, gone, limited.
create function public.create_chat(
  p_user_id uuid, p_chat_id uuid, p_chats_per_minute integer, p_model text default null, p_title text default null
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
  if p_title is not null then
    update public.chats set title = p_title where id = p_chat_id returning * into chat;
  end if;
  return jsonb_build_object('outcome', 'created', 'chat', to_jsonb(chat));
end $$;
revoke execute on function public.create_chat(uuid, uuid, integer, text, text) from public, anon, authenticated;
grant execute on function public.create_chat(uuid, uuid, integer, text, text) to service_role;

-- Records a question and claims the right to answer it (DESIGN 5, step 2).
-- p_starts_chat: p_chat_id is to be new; otherwise it must be a chat of the member. p_title names an untitled chat.
-- Outcomes: begun (with chat, question, history oldest first), answered (with chat, question, reply),
-- running (another request is answering), inactive, not_found, conflict, gone, limited (with retry_after).
create or replace function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_message_id uuid, p_text text, p_title text, p_starts_chat boolean,
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

  select * into question from public.messages where id = p_message_id;
  if question.id is null and chat.id is not null and p_starts_chat
    or question.id is not null and (question.chat_id, question.role, question.content)
      is distinct from (chat.id, 'user', p_text) then
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
    -- What is refused by one limit costs nothing of the others.
    return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
  end;

  if chat.id is null then
    insert into public.chats (id, user_id) values (p_chat_id, p_user_id);
  end if;
  update public.chats set title = coalesce(title, p_title), model = coalesce(p_model, model) where id = p_chat_id;
  if question.id is null then
    question.id := p_message_id;
    question.chat_id := p_chat_id;
    question.user_id := p_user_id;
    question.direction := 'inbound';
    question.role := 'user';
    question.content := p_text;
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

-- Ends, keeps or gives up a turn (DESIGN 5, steps 4 and 5). p_state says how the answer stands:
-- 'finished' stores p_text as the reply; 'failed' lets the question be asked again;
-- 'running' stores p_text and ends the turn if the person pressed Stop, else extends the claim by p_lease.
-- Outcomes: stored (with reply), stopped (nothing had been written), released, running, gone.
create or replace function public.finish_turn(
  p_question_id uuid, p_state text, p_lease interval, p_text text default null, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  question public.messages;
  reply public.messages;
begin
  perform from public.users
    where id = (select user_id from public.messages where id = p_question_id) for key share;
  perform from public.chats
    where id = (select chat_id from public.messages where id = p_question_id) for update;
  select * into question from public.messages where id = p_question_id and role = 'user' for no key update;
  if question.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  reply := private.reply_of(question.id);
  if reply.id is not null then
    return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
  end if;

  if p_state = 'running' and question.stopped_at is null then
    -- A claim that was given up meanwhile stays given up.
    update public.messages set answering_until = clock_timestamp() + p_lease
      where id = question.id and answering_until is not null;
    return jsonb_build_object('outcome', 'running');
  end if;

  update public.messages set answering_until = null where id = question.id;
  if p_state = 'failed' then
    return jsonb_build_object('outcome', 'released');
  elsif p_text is null or btrim(p_text, E' \t\r\n') = '' then
    return jsonb_build_object('outcome', 'stopped');
  end if;
  reply.id := gen_random_uuid();
  reply.chat_id := question.chat_id;
  reply.user_id := question.user_id;
  reply.direction := 'outbound';
  reply.role := 'assistant';
  reply.content := p_text;
  reply.model := p_model;
  reply.reply_to := question.id;
  reply := private.add_message(reply);
  return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
end $$;

-- A call whose p_event_at is not later than the newest one applied is ignored: a repeat, or overtaken. So is an event
-- of another membership than the one that is active now, unless it is active itself: an old one may end later.
create or replace function public.set_membership(
  p_email text, p_status text, p_started_at timestamptz default null, p_ended_at timestamptz default null,
  p_membership_id text default null, p_event_at timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
begin
  select u.* into member from public.users u join auth.users a on a.id = u.id
    where lower(a.email) = lower(p_email) for no key update of u;
  if member.id is null then
    return jsonb_build_object('outcome', 'not_found');
  elsif p_event_at <= member.membership_event_at
    or p_event_at is not null and p_status <> 'active' and p_membership_id <> member.membership_id
      and private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'ignored');
  end if;
  update public.users set
    membership_status = p_status,
    membership_started_at = coalesce(p_started_at, membership_started_at),
    membership_ended_at = p_ended_at,
    membership_id = coalesce(p_membership_id, membership_id),
    membership_event_at = coalesce(p_event_at, membership_event_at)
  where id = member.id;
  return jsonb_build_object('outcome', 'applied');
end $$;
