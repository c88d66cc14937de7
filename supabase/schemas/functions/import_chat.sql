-- Adds to the member's history the new messages of a chat from elsewhere, or of a part of it. Stored ones stay as they
-- are. New ones come after them in their order, each later than the one before it and none later than now.
-- public.index_messages puts them into the search index later.
-- p_messages: a list of {key, role, content, createdAt, model, providerModel, replyTo, chosen, stoppedAt, compares,
-- instructions}, as JSON text.
-- A reply whose question is not stored gets the question '…'. A question takes 12 replies, among them the chosen one,
-- and 12 comparisons. A comparison is left out unless all its replies are stored.
-- p_after: the key of a message that must be stored. p_again: a chat that was deleted is imported under a new id.
-- p_title, p_created_at and p_model are for a new chat.
-- Locks: member, import, chat, as everywhere.
-- Outcomes: stored (with chat_id, added, here: how many were stored before, left_out: replies and comparisons beyond 12,
-- and unfounded: comparisons whose replies are not stored), inactive, undone (the import was undone), gone (the chat was
-- deleted; with chat_id), out_of_order (p_after is not stored; with chat_id), limited (with retry_after, in seconds),
-- conflict (an id is used for something else).
create function public.import_chat(
  p_user_id uuid, p_import_id uuid, p_source text, p_key text, p_messages text,
  p_messages_per_day integer, p_mb_per_day integer, p_title text default null, p_created_at timestamptz default null,
  p_model text default null, p_after text default null, p_again boolean default false
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  target record;
  chat public.chats;
  chosen_before uuid;
  given record;
  here integer;
  new_count integer;
  bytes bigint;
  new_messages jsonb;
  wait integer;
  moment timestamptz;
  -- When the message was written, by its source.
  said_at timestamptz;
  first_at timestamptz;
  answer_at timestamptz;
  question public.messages;
  -- The key by which the question was found, and how many replies and comparisons it has. Most messages belong to the
  -- question before them, and each look into the table costs as much as storing one.
  asked text;
  replies integer;
  texts integer;
  -- The replies that a comparison is about.
  compared uuid[];
  -- Of what is added: the last question, and the answer to it that the next question follows.
  last_id uuid;
  followed uuid;
  added_ids uuid[] := '{}';
  instructions_given uuid;
  left_out integer := 0;
  unfounded integer := 0;
begin
  select * into member from public.users where id = p_user_id for no key update;
  if member.id is null or not private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'inactive');
  end if;
  -- What earlier batches added more than ten minutes ago can no longer be undone. The import is locked first, as by its
  -- purge.
  perform from private.imports where user_id = p_user_id and id = p_import_id for update;
  delete from private.imported_pieces where user_id = p_user_id and import_id = (
    select id from private.imports
    where user_id = p_user_id and id = p_import_id and newest_at <= clock_timestamp() - interval '10 minutes');
  insert into private.imports (user_id, id, newest_at) values (p_user_id, p_import_id, clock_timestamp())
    on conflict (user_id, id) do update set newest_at = excluded.newest_at, is_open = true where not imports.is_undone;
  if not found then
    return jsonb_build_object('outcome', 'undone');
  end if;

  target := private.import_target(p_user_id, p_source, p_key);
  select * into chat from public.chats where user_id = p_user_id and id = target.chat_id for update;
  if target.is_here and chat.id is null then
    -- It was deleted since we looked.
    return jsonb_build_object('outcome', 'gone', 'chat_id', target.chat_id);
  elsif chat.id is null and target.deleted_id is not null and (not p_again or exists (
    -- It was deleted during this import.
    select from private.imported_pieces
    where user_id = p_user_id and import_id = p_import_id and chat_id = target.deleted_id)) then
    return jsonb_build_object('outcome', 'gone', 'chat_id', target.deleted_id);
  elsif p_after is not null and not exists (
    select from public.messages where user_id = p_user_id and chat_id = chat.id
      and id = private.import_message_id(p_user_id, chat.id, p_key, p_after)) then
    return jsonb_build_object('outcome', 'out_of_order', 'chat_id', target.chat_id);
  end if;

  -- Without statistics the planner looks for a message by id among all of its owner's. A new database has none, and an
  -- embedded one never gathers any by itself. A large one has been restored, and gathers its own soon.
  if pg_relation_size('public.messages') between 200000 and 50000000
    and exists (select from pg_catalog.pg_class where oid = 'public.messages'::regclass and reltuples <= 0) then
    analyze public.messages;
  end if;

  with list as materialized (
    select private.import_message_id(p_user_id, target.chat_id, p_key, l.message ->> 'key') as id, l.message, l.place
    from jsonb_array_elements(p_messages::jsonb) with ordinality l (message, place)
  )
  select count(m.id), count(*) - count(m.id),
      coalesce(sum(octet_length(l.message ->> 'content') + octet_length(coalesce(l.message ->> 'instructions', '')))
        filter (where m.id is null), 0),
      jsonb_agg(l.message || jsonb_build_object('id', l.id, 'place', l.place) order by l.place)
        filter (where m.id is null)
    into here, new_count, bytes, new_messages
    from list l left join public.messages m on m.user_id = p_user_id and m.chat_id = chat.id and m.id = l.id;
  if new_count = 0 then
    return jsonb_build_object(
      'outcome', 'stored', 'chat_id', target.chat_id, 'added', 0, 'here', here, 'left_out', 0, 'unfounded', 0);
  end if;
  wait := private.take_import(p_user_id, new_count, bytes, p_messages_per_day, p_mb_per_day);
  if wait > 0 then
    return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
  end if;

  if chat.id is null then
    insert into public.chats (id, user_id, title, model)
      values (target.chat_id, p_user_id, p_title, coalesce(p_model, 'chatgpt-4'))
      returning * into chat;
  end if;
  moment := clock_timestamp();
  chosen_before := chat.chosen_answer;
  member.instructions := null;
  for given in
    select * from jsonb_to_recordset(new_messages) as g (id uuid, place integer, key text, role text, content text,
      "createdAt" timestamptz, model text, "providerModel" text, "replyTo" text, chosen boolean, "stoppedAt" timestamptz,
      compares jsonb, instructions text)
  loop
    -- Each remaining message has two microseconds, one of them for its question.
    said_at := least(coalesce(given."createdAt", chat.last_message_at, moment),
      moment - (new_count - cardinality(added_ids)) * interval '2 microseconds');
    compared := null;
    if given.role = 'user' then
      question.id := null;
    else
      if given."replyTo" is null or given."replyTo" is distinct from asked then
        -- By id alone, which is one step whatever the statistics say.
        asked := given."replyTo";
        question := null;
        select m.id, m.chat_id, m.role into question.id, question.chat_id, question.role from public.messages m
          where m.user_id = p_user_id and m.id = private.import_message_id(p_user_id, chat.id, p_key, asked);
        if question.chat_id <> chat.id or question.role <> 'user' then
          question.id := null;
        end if;
        select count(*) filter (where r.compares is null), count(*) filter (where r.compares is not null)
          into replies, texts from (
            select compares from public.messages where user_id = p_user_id and reply_to = question.id
            union all
            select compares from private.attempts where user_id = p_user_id and question_id = question.id) r;
      end if;
      if given.compares is not null then
        compared := array(
          select m.id from jsonb_array_elements_text(given.compares) with ordinality k (key, place)
          join public.messages m on m.user_id = p_user_id
            and m.id = private.import_message_id(p_user_id, chat.id, p_key, k.key)
            and m.reply_to = question.id and m.stopped_at is null and m.compares is null
          order by k.place);
        if cardinality(compared) < jsonb_array_length(given.compares) then
          unfounded := unfounded + 1;
          continue;
        end if;
      end if;
      -- The twelfth place is for the chosen one.
      if compared is not null and texts >= 12 or compared is null and (
        replies >= 12 or replies = 11 and given.chosen is not true and exists (
          select from jsonb_to_recordset(new_messages) as g (place integer, "replyTo" text, chosen boolean)
          where g."replyTo" = given."replyTo" and g.chosen and g.place > given.place)) then
        left_out := left_out + 1;
        continue;
      end if;
    end if;

    if question.id is null then
      question.id := case given.role when 'user' then given.id
        else private.import_id(chat.id || ' question of ' || given.key, chat.id) end;
      question.content := case given.role when 'user' then given.content else '…' end;
      question.follows := case when last_id is null then private.answer_to_follow(chat, null, false) else followed end;
      asked := case given.role when 'user' then given.key end;
      replies := 0;
      texts := 0;
      last_id := question.id;
      followed := null;
      chat.last_message_at := greatest(chat.last_message_at + interval '1 microsecond',
        case given.role when 'user' then said_at else said_at - interval '1 microsecond' end);
      insert into public.messages
        (id, chat_id, user_id, created_at, direction, role, content, follows, search_later)
        values (question.id, chat.id, p_user_id, chat.last_message_at, 'inbound', 'user', question.content,
          question.follows, true);
      added_ids := added_ids || question.id;
      first_at := coalesce(first_at, chat.last_message_at);
    end if;
    if given.role = 'assistant' then
      if given.instructions is distinct from member.instructions then
        member.instructions := given.instructions;
        instructions_given := (private.instructions_to_give(member)).id;
      end if;
      chat.last_message_at := greatest(chat.last_message_at + interval '1 microsecond', said_at);
      insert into public.messages
        (id, chat_id, user_id, created_at, direction, role, content, model, reply_to, stopped_at, provider_model,
          compares, instructions_id, search_later)
        values (given.id, chat.id, p_user_id, chat.last_message_at, 'outbound', 'assistant', given.content, given.model,
          question.id, case when given."stoppedAt" is not null then least(given."stoppedAt", moment) end,
          given."providerModel", compared, instructions_given, true);
      added_ids := added_ids || given.id;
      if compared is not null then
        texts := texts + 1;
        continue;
      end if;
      replies := replies + 1;
      answer_at := chat.last_message_at;
      -- Of the last question alone: the next one follows it.
      if given.chosen and question.id = (
        select q.id from public.messages q
        where q.user_id = p_user_id and q.chat_id = chat.id and q.role = 'user'
        order by q.created_at desc limit 1) then
        chat.chosen_answer := given.id;
      end if;
      if question.id = last_id and (followed is null or followed is distinct from chat.chosen_answer) then
        followed := given.id;
      end if;
    end if;
  end loop;

  update public.chats set last_message_at = chat.last_message_at, chosen_answer = chat.chosen_answer,
      created_at = case when target.is_here then created_at else least(coalesce(p_created_at, first_at), moment) end,
      last_answer_at = coalesce(answer_at, last_answer_at),
      -- The member has seen the imported answers elsewhere.
      seen_at = case when seen_at >= last_answer_at then coalesce(answer_at, seen_at) else seen_at end
    where user_id = p_user_id and id = chat.id;
  insert into private.imported_pieces (user_id, import_id, chat_id, chat_key, is_new, message_ids, chosen_before)
    values (p_user_id, p_import_id, chat.id, p_key, not target.is_here, added_ids, chosen_before);
  insert into private.unindexed_chats (user_id, chat_id) values (p_user_id, chat.id)
    on conflict (user_id, chat_id) do update set before = 'infinity';
  return jsonb_build_object('outcome', 'stored', 'chat_id', chat.id, 'added', new_count - left_out - unfounded,
    'here', here, 'left_out', left_out, 'unfounded', unfounded);
exception when unique_violation then
  return jsonb_build_object('outcome', 'conflict');
end $$;
revoke execute on function
  public.import_chat(uuid, uuid, text, text, text, integer, integer, text, timestamptz, text, text, boolean)
  from public, anon, authenticated;
grant execute on function
  public.import_chat(uuid, uuid, text, text, text, integer, integer, text, timestamptz, text, text, boolean)
  to service_role;
