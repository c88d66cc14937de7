set lock_timeout = '5s';

-- Which answers were asked for together was guessed from their times: two that were asked for quickly, one after the other,
-- stood side by side on the person's other devices. The question keeps it now. Functions of the release before call
-- begin_turn with the arguments they know.

alter table public.messages add column asked_together jsonb;
alter table private.restorable_messages add column asked_together jsonb;

drop function public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, jsonb, text, uuid,
  uuid, uuid, uuid, boolean);

-- Inserts a message as it is, and returns it. The one place that names the columns of a new message.
create or replace function private.insert_message(p_message public.messages) returns public.messages
language plpgsql set search_path = '' as $$
begin
  insert into public.messages
    (id, chat_id, user_id, created_at, direction, role, content, model, reply_to, stopped_at, follows, provider_model, asked_at,
     first_text_ms, took_ms, input_tokens, cached_tokens, output_tokens, context_from, search_later,
     asked_together)
    values (p_message.id, p_message.chat_id, p_message.user_id, p_message.created_at, p_message.direction,
      p_message.role, p_message.content, p_message.model, p_message.reply_to, p_message.stopped_at, p_message.follows,
      p_message.provider_model, p_message.asked_at, p_message.first_text_ms, p_message.took_ms,
      p_message.input_tokens, p_message.cached_tokens, p_message.output_tokens, p_message.context_from,
      p_message.search_later, p_message.asked_together)
    returning * into p_message;
  return p_message;
end $$;

-- Copies into an empty chat what models would be given up to just before a question of another chat of the member: new
-- ids, and the times and models as they were. Of a long chat the newest 200 messages, from a question on. The search
-- index gets them later, by public.index_messages.
create or replace function private.copy_messages(p_chat_id uuid, p_before public.messages) returns void
language plpgsql set search_path = '' as $$
declare
  source public.messages;
  new_ids jsonb;
  copied_from timestamptz;
  copied_until timestamptz;
begin
  select jsonb_object_agg(id, private.new_id()), min(created_at) into new_ids, copied_from
  from (
    select r.id, r.created_at, bool_or(r.role = 'user') over (order by r.created_at) as follows_question
    from (
      select * from private.recent_messages(p_before.user_id, p_before.chat_id, p_before.created_at)
      where is_given and created_at < p_before.created_at order by created_at desc limit 200
    ) r
  ) numbered where follows_question;

  -- In the order of the chat, where they lie side by side: by their ids each would be at another place of the index.
  for source in
    select * from public.messages m
    where m.user_id = p_before.user_id and m.chat_id = p_before.chat_id
      and m.created_at >= copied_from and m.created_at < p_before.created_at
      and new_ids ? m.id::text and (m.reply_to is null or new_ids ? m.reply_to::text)
    order by m.created_at
  loop
    source.id := new_ids ->> source.id::text;
    source.chat_id := p_chat_id;
    source.reply_to := new_ids ->> source.reply_to::text;
    source.follows := new_ids ->> source.follows::text;
    source.context_from := new_ids ->> source.context_from::text;
    source.search_later := true;
    source.asked_together := null;
    source := private.insert_message(source);
    copied_until := source.created_at;
  end loop;
  if copied_until is not null then
    update public.chats set last_message_at = copied_until where user_id = p_before.user_id and id = p_chat_id;
    insert into private.unindexed_chats (user_id, chat_id) values (p_before.user_id, p_chat_id);
  end if;
end $$;

-- Records a question, or asks a recorded one again, and claims the right to write the answer for p_lease.
-- Locks: member, chat, attempt, as everywhere. What is answered, or being answered, is told so without a lock.
-- p_starts_chat: p_chat_id is to be new; otherwise it must be a chat of the member. p_title names an untitled chat.
-- p_budgets: how many tokens each model is given. p_model: null for the model of the chat.
-- p_answer_id: the answer's id; null for the newest answer, the one that runs, the one that broke off, or a new one.
-- p_follows: the answer that a new question goes on from; null for the chosen one, else the newest, and so it is when
-- another question has come in between. With p_unless_chosen the chosen one comes before p_follows.
-- p_together: with a new question, the answers of several models that are asked for together; see public.messages.
-- p_from_chat, p_from_message: a question of the member; a new chat begins with copies of what is before it.
-- Outcomes: begun (with chat, question, answer, claim, history oldest first, context_from, left), answered (with chat,
-- question, reply), running (another request is answering, and this one is counted as waiting; with chat, question,
-- answer), crowded (three wait already), inactive, not_found (the chat, or the one to copy), conflict (an id is used for
-- something else, or the question takes no more answers), gone (the chat was deleted), limited (with retry_after, in
-- seconds).
create function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_starts_chat boolean, p_question_id uuid, p_content text, p_title text,
  p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer, p_lease interval, p_budgets jsonb,
  p_model text default null, p_answer_id uuid default null, p_follows uuid default null,
  p_from_chat uuid default null, p_from_message uuid default null, p_unless_chosen boolean default false,
  p_together jsonb default null
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
  -- The embedded REST service hands JSON to a real PostgreSQL as a JSON text, here and below.
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
    question.asked_together := case jsonb_typeof(p_together) when 'string'
      then (p_together #>> '{}')::jsonb else p_together end;
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
    question.follows := private.answer_to_follow(chat, p_follows, p_unless_chosen);
  end if;
  if is_new and p_follows is distinct from question.follows and p_follows is not null and not exists (
    select from public.messages
      where user_id = p_user_id and id = p_follows and chat_id = chat.id and role = 'assistant'
  ) then
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
revoke execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, jsonb, text, uuid, uuid,
    uuid, uuid, boolean, jsonb)
  from public, anon, authenticated;
grant execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, jsonb, text, uuid, uuid,
    uuid, uuid, boolean, jsonb)
  to service_role;
