-- Stores a question, or asks a stored one again, and claims its answer for p_lease.
-- Locks: member, chat, attempt, as everywhere. The first two only when there is an answer to claim.
-- p_starts_chat: p_chat_id is to be new; otherwise it must be a chat of the member. p_title names an untitled chat.
-- p_budgets: how many tokens each model is given. p_model: null for the model of the chat.
-- p_answer_id: the answer's id; null for the newest one, the one that runs, the one that broke off, or a new one.
-- p_follows, p_unless_chosen: what a new question follows; see private.answer_to_follow.
-- p_together: with a new question, the answers that are asked for together; see public.messages. The others are stored
-- as attempts that nobody has claimed: whoever sees them may ask for them.
-- p_compares: for a comparison, the ids of whole answers to a stored question, each once; p_answer_id is its own id.
-- p_from_chat, p_from_message: a question of the member; a new chat begins with copies of what is before it.
-- p_may_be_new: false for a question that is longer than a new one may be.
-- Outcomes:
--   begun: with chat, question, answer, claim, history (oldest first), context_from, left (the turns_left of
--     private.take_turn), unnamed (the title is the question's first line), instructions and instructions_id (null for a
--     comparison), compared (in the order of p_compares) and compared_tokens.
--   answered: with chat, question, reply.
--   running: another request is answering, and this one is counted as waiting; with chat, question, answer.
--   crowded: three wait already.
--   inactive.
--   not_found: the chat, or p_from_message.
--   conflict: an id is used for something else, the question takes no more answers, or p_compares names what is no whole
--     answer to it.
--   gone: the member has deleted the chat; without p_starts_chat, in the last ten minutes.
--   limited: with retry_after, in seconds.
--   too_long: neither stored, nor p_may_be_new.
create function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_starts_chat boolean, p_question_id uuid, p_content text, p_title text,
  p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer, p_lease interval, p_budgets jsonb,
  p_model text default null, p_answer_id uuid default null, p_follows uuid default null,
  p_from_chat uuid default null, p_from_message uuid default null, p_unless_chosen boolean default false,
  p_together jsonb default null, p_compares jsonb default null, p_may_be_new boolean default true
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  chat public.chats;
  question public.messages;
  source public.messages;
  attempt private.attempts;
  taken record;
  history jsonb;
  -- The embedded REST service passes JSON to a real PostgreSQL as a JSON string, here and below.
  budgets constant jsonb := case jsonb_typeof(p_budgets) when 'string'
    then (p_budgets #>> '{}')::jsonb else p_budgets end;
  compared_ids constant uuid[] := (
    select array_agg(id::uuid order by place) from jsonb_array_elements_text(case jsonb_typeof(p_compares)
      when 'string' then (p_compares #>> '{}')::jsonb else p_compares end) with ordinality ids (id, place));
  compared jsonb;
  tokens integer;
  instructed record;
  budget integer;
  standing jsonb;
  is_new boolean;
begin
  select * into question from public.messages
    where user_id = p_user_id and id = p_question_id and chat_id = p_chat_id and role = 'user' and content = p_content;
  if question.id is not null then
    select * into member from public.users where id = p_user_id;
    if private.membership_is_active(member) then
      standing := private.standing_of(question, p_answer_id, compared_ids);
    end if;
    if standing is not null then
      return standing;
    end if;
  elsif not p_may_be_new then
    return jsonb_build_object('outcome', 'too_long');
  end if;

  select * into member from public.users where id = p_user_id for no key update;
  if member.id is null or not private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'inactive');
  end if;

  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id for update;
  if chat.id is null and not p_starts_chat then
    return jsonb_build_object('outcome', case when exists (
      select from private.deleted_chats where user_id = p_user_id and id = p_chat_id
        and deleted_at > clock_timestamp() - interval '10 minutes') then 'gone' else 'not_found' end);
  elsif chat.id is null and private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  elsif chat.id is null and private.chat_id_is_taken(p_chat_id) then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  select * into question from public.messages where id = p_question_id;
  is_new := question.id is null;
  -- A question that may not be new was stored when this began.
  if is_new and (chat.id is not null and p_starts_chat or not p_may_be_new)
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
    standing := private.standing_of(question, p_answer_id, compared_ids);
    if standing is not null then
      return standing;
    end if;
  end if;

  if chat.id is null and p_from_message is not null then
    select * into source from public.messages
      where user_id = p_user_id and id = p_from_message and chat_id = p_from_chat and role = 'user'
        and private.has_chat(p_user_id, p_from_chat);
    if source.id is null then
      return jsonb_build_object('outcome', 'not_found');
    end if;
  elsif is_new and chat.id is not null then
    question.follows := private.answer_to_follow(chat, p_follows, p_unless_chosen);
  end if;
  if is_new and p_follows is distinct from question.follows and p_follows is not null and not exists (
    select from public.messages
      where user_id = p_user_id and id = p_follows and chat_id = chat.id and role = 'assistant'
        and compares is null
  ) then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  attempt := private.attempt_for(question, is_new, p_answer_id, compared_ids);
  if attempt.id is null then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  taken := private.take_turn(p_user_id, p_turns_per_minute, p_turns_per_day,
    case when chat.id is null then p_chats_per_minute end);
  if taken.wait > 0 then
    return jsonb_build_object('outcome', 'limited', 'retry_after', taken.wait);
  end if;

  -- Inserted with all that it has: a second write would change its indexes again.
  if chat.id is null and source.id is null then
    question.created_at := clock_timestamp();
    insert into public.chats (id, user_id, title, titled_by, model, created_at, last_message_at)
      values (p_chat_id, p_user_id, p_title, p_question_id, coalesce(p_model, 'chatgpt-4'), question.created_at, question.created_at)
      returning * into chat;
    history := jsonb_build_array(jsonb_build_object('role', 'user', 'content', p_content));
  elsif chat.id is null then
    insert into public.chats (id, user_id, title, titled_by, model, copied_from_chat, copied_from_message)
      values (p_chat_id, p_user_id, p_title, p_question_id, coalesce(p_model, 'chatgpt-4'), source.chat_id, source.id);
    -- The largest budget, because any model may be asked later.
    perform private.copy_messages(p_chat_id, source, (select max(value::integer) from jsonb_each_text(budgets)));
    update public.chats set last_message_at = private.next_moment(last_message_at)
      where user_id = p_user_id and id = p_chat_id
      returning * into chat;
    question.created_at := chat.last_message_at;
  elsif is_new then
    question.created_at := private.next_moment(chat.last_message_at);
    update public.chats
      set title = coalesce(title, p_title), titled_by = case when title is null then p_question_id else titled_by end,
        model = coalesce(p_model, model), last_message_at = question.created_at
      where user_id = p_user_id and id = p_chat_id
      returning * into chat;
  end if;
  if is_new then
    insert into public.messages (id, chat_id, user_id, created_at, direction, role, content, follows, asked_together)
      values (p_question_id, p_chat_id, p_user_id, question.created_at, 'inbound', 'user', p_content, question.follows,
        question.asked_together)
      returning * into question;
    insert into private.attempts (user_id, id, chat_id, question_id, model, started_at)
      select p_user_id, (answer ->> 'answerId')::uuid, p_chat_id, p_question_id, answer ->> 'model', clock_timestamp()
      from jsonb_array_elements(question.asked_together) answer
      where (answer ->> 'answerId')::uuid <> p_answer_id;
  end if;

  attempt.model := coalesce(p_model, attempt.model, chat.model);
  budget := (budgets ->> attempt.model)::integer;
  if compared_ids is null then
    select * into instructed from private.instructions_to_give(member);
    attempt.instructions_id := instructed.id;
    budget := greatest(0, budget - coalesce(instructed.tokens, 0));
  end if;
  if compared_ids is not null then
    -- The answers, and 1,000 tokens of what to do with them, get half of the budget where they need it, more beside a
    -- short conversation, and an eighth beside a question that fills it alone. What does not fit is cut.
    select jsonb_agg(jsonb_build_object('model', m.model, 'content', m.content) order by array_position(compared_ids, m.id)),
        sum(m.estimated_tokens)
      into compared, tokens
      from public.messages m where m.user_id = p_user_id and m.id = any (compared_ids);
    select c.history, c.context_from, greatest(200, budget / 8, budget - 1000 - c.tokens) into history, attempt.context_from, budget
      from private.context_of(question, attempt.model, budget - least(budget / 2, tokens + 1000)) c;
    attempt.compared_tokens := case when tokens > budget then budget end;
  elsif history is null then
    select c.history, c.context_from into history, attempt.context_from
      from private.context_of(question, attempt.model, budget) c;
  end if;
  attempt := private.claim_answer(attempt, p_lease);

  return jsonb_build_object('outcome', 'begun', 'chat', to_jsonb(chat), 'question', to_jsonb(question),
    'answer', jsonb_build_object('id', attempt.id, 'model', attempt.model), 'claim', attempt.claim_id,
    'unnamed', compared_ids is null and chat.titled_by is not distinct from question.id,
    'history', history, 'context_from', attempt.context_from, 'left', taken.turns_left,
    'instructions', case when attempt.instructions_id is not null then member.instructions end,
    'instructions_id', attempt.instructions_id,
    'compared', compared, 'compared_tokens', attempt.compared_tokens);
exception when unique_violation then
  -- An id is another member's, or another request took it since we looked.
  return jsonb_build_object('outcome', 'conflict');
end $$;
revoke execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, jsonb, text, uuid, uuid,
    uuid, uuid, boolean, jsonb, jsonb, boolean)
  from public, anon, authenticated;
grant execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, jsonb, text, uuid, uuid,
    uuid, uuid, boolean, jsonb, jsonb, boolean)
  to service_role;
