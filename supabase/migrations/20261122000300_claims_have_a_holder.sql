-- A claim belongs to who holds it: begin_turn gives out a claim id, and renewing, storing and giving up need it, so that
-- a function that was taken for dead cannot take the question away from its successor. Requests that wait for an answer
-- are counted, and look at it without a lock.

alter table public.messages
  add column claim_id uuid,
  add column waiting smallint not null default 0;

drop function public.renew_turn(uuid, uuid, interval);
drop function public.finish_turn(uuid, uuid, text, text);
drop function public.release_turn(uuid, uuid);

-- Inserts a message as the newest of its chat and returns it with its time. The caller holds the chat's lock.
create or replace function private.add_message(p_message public.messages) returns public.messages
language plpgsql set search_path = '' as $$
begin
  -- Strictly later than anything in the chat, even when the clock was set back.
  select greatest(clock_timestamp(), last_message_at + interval '1 microsecond')
    into p_message.created_at from public.chats where id = p_message.chat_id;
  insert into public.messages
    (id, chat_id, user_id, created_at, direction, role, content, model, reply_to, answering_until, stopped_at,
     claim_id)
    values (p_message.id, p_message.chat_id, p_message.user_id, p_message.created_at, p_message.direction,
      p_message.role, p_message.content, p_message.model, p_message.reply_to, p_message.answering_until,
      p_message.stopped_at, p_message.claim_id)
    returning * into p_message;
  update public.chats set last_message_at = p_message.created_at where id = p_message.chat_id;
  return p_message;
end $$;

-- How a recorded question stands, as begin_turn returns it: answered, running (counting one more that waits) or crowded;
-- null when it may be claimed, or its chat is gone.
create function private.standing_of(p_question public.messages) returns jsonb
language plpgsql set search_path = '' as $$
declare
  chat constant jsonb := (select to_jsonb(c) from public.chats c where c.id = p_question.chat_id);
  reply constant public.messages := private.reply_of(p_question.id);
begin
  if chat is null then
    return null;
  elsif reply.id is not null then
    return jsonb_build_object('outcome', 'answered',
      'chat', chat, 'question', to_jsonb(p_question), 'reply', to_jsonb(reply));
  elsif p_question.answering_until > clock_timestamp() then
    update public.messages set waiting = waiting + 1 where id = p_question.id and waiting < 3;
    if not found then
      return jsonb_build_object('outcome', 'crowded');
    end if;
    return jsonb_build_object('outcome', 'running', 'chat', chat, 'question', to_jsonb(p_question));
  end if;
  return null;
end $$;
revoke execute on function private.standing_of(public.messages) from public, anon, authenticated;

-- How the member's question stands, read without a lock, for requests that wait for an answer which another one writes.
-- Outcomes: answered (with reply), running, free (nobody is answering), gone (the chat was deleted).
create function public.look_at_turn(p_user_id uuid, p_question_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  question public.messages;
  reply public.messages;
begin
  select * into question from public.messages
    where id = p_question_id and user_id = p_user_id and role = 'user';
  if question.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  reply := private.reply_of(question.id);
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered', 'reply', to_jsonb(reply));
  end if;
  return jsonb_build_object('outcome',
    case when question.answering_until > clock_timestamp() then 'running' else 'free' end);
end $$;
revoke execute on function public.look_at_turn(uuid, uuid) from public, anon, authenticated;
grant execute on function public.look_at_turn(uuid, uuid) to service_role;

-- A request no longer waits for the answer to the member's question. Outcome: left.
create function public.leave_turn(p_user_id uuid, p_question_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.messages set waiting = waiting - 1
    where id = p_question_id and user_id = p_user_id and waiting > 0;
  return jsonb_build_object('outcome', 'left');
end $$;
revoke execute on function public.leave_turn(uuid, uuid) from public, anon, authenticated;
grant execute on function public.leave_turn(uuid, uuid) to service_role;

-- Records a question and claims the right to answer it for p_lease. Locks: member, chat, message, as everywhere.
-- A repeat of a question that is answered, or being answered, is told so without a lock.
-- p_starts_chat: p_chat_id is to be new; otherwise it must be a chat of the member. p_title names an untitled chat.
-- Outcomes: begun (with chat, question, claim, history oldest first), answered (with chat, question, reply),
-- running (another request is answering, and this one is counted as waiting; with chat, question), crowded (three wait
-- already), inactive, not_found, conflict (an id is used for something else), gone (the chat was deleted),
-- limited (with retry_after, in seconds).
create or replace function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_starts_chat boolean, p_question_id uuid, p_content text, p_title text,
  p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer,
  p_lease interval, p_history_characters integer, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  chat public.chats;
  question public.messages;
  standing jsonb;
  history jsonb;
  wait integer := 0;
begin
  select * into question from public.messages
    where id = p_question_id and user_id = p_user_id and chat_id = p_chat_id and role = 'user' and content = p_content;
  if question.id is not null then
    select * into member from public.users where id = p_user_id;
    if private.membership_is_active(member) then
      standing := private.standing_of(question);
    end if;
    if standing is not null then
      return standing;
    end if;
  end if;

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
    standing := private.standing_of(question);
    if standing is not null then
      return standing;
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
    question.claim_id := gen_random_uuid();
    question := private.add_message(question);
  else
    update public.messages
      set answering_until = clock_timestamp() + p_lease, claim_id = gen_random_uuid(), waiting = 0, stopped_at = null
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

  return jsonb_build_object('outcome', 'begun', 'chat', to_jsonb(chat), 'question', to_jsonb(question),
    'claim', question.claim_id, 'history', history);
exception when unique_violation then
  -- The ids were taken by another request between our look and our insert.
  return jsonb_build_object('outcome', 'conflict');
end $$;

-- Extends the claim on the member's question to p_lease from now, and says how the turn stands. After `stopped` the
-- caller still has the claim, to store what was written or to give it up.
-- Outcomes: running, stopped (the person pressed Stop), answered (with reply: another request stored one),
-- lost (the claim was given up, or another request has taken the question over), gone (the chat was deleted).
create function public.renew_turn(p_user_id uuid, p_question_id uuid, p_claim_id uuid, p_lease interval) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  question public.messages;
  standing jsonb;
begin
  update public.messages set answering_until = clock_timestamp() + p_lease
    where id = p_question_id and user_id = p_user_id and claim_id = p_claim_id and answering_until is not null
    returning * into question;
  if question.id is not null then
    return jsonb_build_object('outcome', case when question.stopped_at is null then 'running' else 'stopped' end);
  end if;
  standing := public.look_at_turn(p_user_id, p_question_id);
  return case when standing ->> 'outcome' in ('answered', 'gone') then standing
    else jsonb_build_object('outcome', 'lost') end;
end $$;
revoke execute on function public.renew_turn(uuid, uuid, uuid, interval) from public, anon, authenticated;
grant execute on function public.renew_turn(uuid, uuid, uuid, interval) to service_role;

-- Stores the answer to the member's question and gives up the claim. When there is an answer already, that one stays.
-- Outcomes: stored (with reply), empty (p_content has no words: nothing is stored, the question can be asked again),
-- lost (the claim is no longer the caller's: nothing is changed), gone (the chat was deleted).
create function public.finish_turn(
  p_user_id uuid, p_question_id uuid, p_claim_id uuid, p_content text, p_model text
) returns jsonb
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

  if question.claim_id is distinct from p_claim_id or p_claim_id is null then
    return jsonb_build_object('outcome', 'lost');
  end if;

  update public.messages set answering_until = null, claim_id = null where id = question.id;
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
revoke execute on function public.finish_turn(uuid, uuid, uuid, text, text) from public, anon, authenticated;
grant execute on function public.finish_turn(uuid, uuid, uuid, text, text) to service_role;

-- Gives up the claim on the member's question without an answer, so that the question can be asked again.
-- Outcomes: released, lost (the claim is no longer the caller's), gone (the chat was deleted).
create function public.release_turn(p_user_id uuid, p_question_id uuid, p_claim_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.messages set answering_until = null, claim_id = null
    where id = p_question_id and user_id = p_user_id and claim_id = p_claim_id;
  if found then
    return jsonb_build_object('outcome', 'released');
  end if;
  return jsonb_build_object('outcome', case when exists (
    select from public.messages where id = p_question_id and user_id = p_user_id and role = 'user'
  ) then 'lost' else 'gone' end);
end $$;
revoke execute on function public.release_turn(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.release_turn(uuid, uuid, uuid) to service_role;

-- For the Edge Functions of release 0.1.0, which run until they are replaced. The release after this one drops it.
-- p_state: 'finished' stores p_text, 'failed' gives up the claim, 'running' renews it, or stores p_text after a Stop.
create or replace function public.finish_turn(
  p_question_id uuid, p_state text, p_lease interval, p_text text default null, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  owner_id constant uuid := (select user_id from public.messages where id = p_question_id);
  claim uuid := (select claim_id from public.messages where id = p_question_id);
  ended jsonb;
begin
  -- Those functions know of no claims: theirs is the one that is there. Locks in the order of finish_turn.
  if claim is null then
    perform from public.users where id = owner_id for key share;
    perform from public.chats where id = (select chat_id from public.messages where id = p_question_id) for update;
    update public.messages set claim_id = coalesce(claim_id, gen_random_uuid())
      where id = p_question_id and role = 'user' returning claim_id into claim;
  end if;
  if p_state = 'failed' then
    return public.release_turn(owner_id, p_question_id, claim);
  elsif p_state = 'running' then
    ended := public.renew_turn(owner_id, p_question_id, claim, p_lease);
    if ended ->> 'outcome' = 'lost' then
      return jsonb_build_object('outcome', 'running');
    elsif ended ->> 'outcome' in ('running', 'gone') then
      return ended;
    end if;
  end if;
  ended := public.finish_turn(p_user_id => owner_id, p_question_id => p_question_id, p_claim_id => claim,
    p_content => coalesce(p_text, ''), p_model => p_model);
  return case when ended ->> 'outcome' = 'empty' then jsonb_build_object('outcome', 'stopped') else ended end;
end $$;
