-- Records a question and claims the right to answer it for p_lease. Locks: member, chat, message, as everywhere.
-- A repeat of a question that is answered, or being answered, is told so without a lock.
-- p_starts_chat: p_chat_id is to be new; otherwise it must be a chat of the member. p_title names an untitled chat.
-- Outcomes: begun (with chat, question, claim, history oldest first), answered (with chat, question, reply),
-- running (another request is answering, and this one is counted as waiting; with chat, question), crowded (three wait
-- already), inactive, not_found, conflict (an id is used for something else), gone (the chat was deleted),
-- limited (with retry_after, in seconds).
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
revoke execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, integer, text)
  from public, anon, authenticated;
grant execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, integer, text)
  to service_role;
