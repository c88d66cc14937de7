set lock_timeout = '5s';

-- begin_turn takes fewer steps: ids of other members are found by the insert, and a question is inserted where it is made.
create or replace function public.begin_turn(
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
    history := jsonb_build_array(jsonb_build_object('role', 'user', 'content', p_content));
  elsif chat.id is null then
    insert into public.chats (id, user_id, title, model, copied_from_chat, copied_from_message)
      values (p_chat_id, p_user_id, p_title, coalesce(p_model, 'chatgpt-4'), source.chat_id, source.id);
    perform private.copy_messages(p_chat_id, source);
    update public.chats set last_message_at = private.next_moment(last_message_at)
      where user_id = p_user_id and id = p_chat_id
      returning * into chat;
    question.created_at := chat.last_message_at;
  elsif is_new then
    question.created_at := private.next_moment(chat.last_message_at);
    update public.chats
      set title = coalesce(title, p_title), model = coalesce(p_model, model), last_message_at = question.created_at
      where user_id = p_user_id and id = p_chat_id
      returning * into chat;
  end if;
  if is_new then
    insert into public.messages (id, chat_id, user_id, created_at, direction, role, content, follows, asked_together)
      values (p_question_id, p_chat_id, p_user_id, question.created_at, 'inbound', 'user', p_content, question.follows,
        question.asked_together)
      returning * into question;
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
  -- An id is another member's, or was taken by another request between our look and our insert.
  return jsonb_build_object('outcome', 'conflict');
end $$;

create or replace function private.attempt_for(p_question public.messages, p_is_new boolean, p_answer_id uuid)
returns public.attempts
language plpgsql set search_path = '' as $$
declare
  attempt public.attempts;
  others integer := 0;
begin
  if p_answer_id = p_question.id or exists (
    select from public.attempts where id = p_question.id
    union all
    select from public.messages where id = p_answer_id
    union all
    select from public.attempts where id = p_answer_id
      and (user_id, question_id) is distinct from (p_question.user_id, p_question.id)
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
