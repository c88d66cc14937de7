-- The search index takes longer for a message than all of its other indexes. A long chat whose deletion was undone gets
-- into it little by little.
alter table public.messages add column search_later boolean;
alter table private.restorable_messages add column search_later boolean;

-- What a search finds. New words wait in a list of at most half a megabyte, so that storing a message writes to one place
-- and not to a hundred. Without statistics, which would take seconds to gather and which no query needs.
drop index public.messages_search;
create index messages_search on public.messages using gin (private.search_words(user_id, content))
  with (gin_pending_list_limit = 512) where search_later is null;
alter index public.messages_search alter column 1 set statistics 0;
create index messages_search_later on public.messages (user_id, created_at) where search_later;

drop function private.copy_rows(regclass, regclass, name, uuid, uuid);
-- Copies the rows of one chat from a table to another that has the same columns: all that are not generated.
-- p_key: the column of both that holds the chat's id. p_true: a column that becomes true.
create function private.copy_rows(
  p_from regclass, p_to regclass, p_key name, p_user_id uuid, p_chat_id uuid, p_true name default null
) returns void
language plpgsql set search_path = '' as $$
declare
  columns text;
  contents text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum),
      string_agg(case when a.attname = p_true then 'true' else quote_ident(a.attname) end, ', ' order by a.attnum)
    into columns, contents
    from pg_catalog.pg_attribute a join pg_catalog.pg_attribute b on b.attname = a.attname
    where a.attrelid = p_from and b.attrelid = p_to and a.attnum > 0 and not a.attisdropped and not b.attisdropped
      and a.attgenerated = '' and b.attgenerated = '';
  execute format('insert into %2$s (%3$s) select %4$s from %1$s where user_id = $1 and %5$I = $2',
    p_from, p_to, columns, contents, p_key) using p_user_id, p_chat_id;
end $$;
revoke execute on function private.copy_rows(regclass, regclass, name, uuid, uuid, name)
  from public, anon, authenticated;

-- Puts up to p_limit of the member's messages into the search index that it does not have yet, newest first. It waits
-- for nobody: a message that somebody else has locked is left to them, or to the next call.
-- Outcomes: done, more (call it again).
create function public.index_messages(p_user_id uuid, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  indexed integer;
begin
  update public.messages set search_later = null
    where user_id = p_user_id and id = any (array(
      select id from public.messages where user_id = p_user_id and search_later
      order by created_at desc limit p_limit for no key update skip locked));
  get diagnostics indexed = row_count;
  return jsonb_build_object('outcome', case when indexed = p_limit then 'more' else 'done' end);
end $$;
revoke execute on function public.index_messages(uuid, integer) from public, anon, authenticated;
grant execute on function public.index_messages(uuid, integer) to service_role;

-- Undoes the deletion of a chat of the member within ten minutes: everything is as it was, ids and order included. An
-- answer that was being written is not taken up again; its question can be asked again. It needs no membership.
-- Of a long chat the search index gets the newest messages only, because it takes longer than all the rest; the others
-- are for public.index_messages. Searches look through them one by one until then.
-- Locks: member, chat, as everywhere.
-- Outcomes: restored (with chat, and index, which is 'more' while public.index_messages has something to do; also when
-- it is there already), not_found, gone (it was deleted more than ten minutes
-- ago), conflict (an id of the chat is used for something else by now).
create or replace function public.restore_chat(p_user_id uuid, p_chat_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
  deleted_at timestamptz;
  indexed text;
begin
  perform from public.users where id = p_user_id for no key update;
  select r.deleted_at into deleted_at from private.restorable_chats r
    where r.user_id = p_user_id and r.id = p_chat_id for update;
  if deleted_at > clock_timestamp() - interval '10 minutes' then
    perform private.copy_rows('private.restorable_chats', 'public.chats', 'id', p_user_id, p_chat_id);
    perform private.copy_rows('private.restorable_messages', 'public.messages', 'chat_id', p_user_id, p_chat_id,
      'search_later');
    perform private.copy_rows('private.restorable_attempts', 'public.attempts', 'chat_id', p_user_id, p_chat_id);
    perform private.forget_chat(p_user_id, p_chat_id);
    delete from private.deleted_chats where user_id = p_user_id and id = p_chat_id;
    indexed := public.index_messages(p_user_id, 250) ->> 'outcome';
  end if;
  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'restored', 'chat', to_jsonb(chat), 'index', coalesce(indexed, 'done'));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
exception when unique_violation then
  return jsonb_build_object('outcome', 'conflict');
end $$;
revoke execute on function public.restore_chat(uuid, uuid) from public, anon, authenticated;
grant execute on function public.restore_chat(uuid, uuid) to service_role;

-- The messages and titles of a person that have every needle, newest first: the p_limit first ones after a place.
-- A needle is text as private.search_text writes it: with a space in front it begins a word, with one behind it ends one.
-- A place is a time and an id, as `next` has them. A title counts from its chat's newest message.
-- Outcomes: found (with results, where a title has no message_id, role and content; next is null at the end, and may
-- come with fewer than p_limit results), limited (with retry_after, in seconds).
create or replace function public.search_messages(
  p_user_id uuid, p_needles text, p_limit integer, p_searches_per_minute integer,
  p_before timestamptz default null, p_before_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- A JSON array in a text: the embedded database stays in a failed transaction after a refused call with an array.
  needles constant text[] := array(select jsonb_array_elements_text(p_needles::jsonb));
  query constant tsquery := private.search_query(p_user_id, needles);
  patterns constant text[] := array(select '%' || needle || '%' from unnest(needles) needle);
  start constant timestamptz := coalesce(p_before, 'infinity');
  start_id constant uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  -- Where looking has come to.
  place timestamptz := start;
  place_id uuid := start_id;
  looked integer := 0;
  has_more boolean := false;
  candidate record;
  messages jsonb[] := '{}';
  results jsonb;
  wait integer;
begin
  -- Two searches of a person never count at once. Their turns are not kept waiting.
  perform from private.usage where user_id = p_user_id and kind = 'searches_minute' for update;
  wait := private.take(p_user_id, 'searches_minute', p_searches_per_minute, interval '1 minute');
  if wait > 0 then
    return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
  end if;

  -- Left over when a function died that was at it.
  perform public.index_messages(p_user_id, 250);

  -- Common words are found soonest in the newest messages. The index would give all that have them, to be sorted.
  for candidate in
    select m.id, m.chat_id, m.role, m.created_at, m.content from public.messages m
    where m.user_id = p_user_id and m.content <> '' and m.created_at <= place and (m.created_at, m.id) < (place, place_id)
    order by m.created_at desc, m.id desc limit 200
  loop
    exit when cardinality(messages) > p_limit;
    looked := looked + 1;
    place := candidate.created_at;
    place_id := candidate.id;
    if private.search_text(candidate.content) like all (patterns) then
      messages := messages || to_jsonb(candidate);
    end if;
  end loop;

  if looked = 200 and cardinality(messages) <= p_limit then
    looked := 0;
    for candidate in
      -- Only the index can answer this by itself.
      with matching as materialized (
        select m.id, m.chat_id, m.role, m.created_at from public.messages m
        where private.search_words(m.user_id, m.content) @@ query and m.search_later is null
        union all
        select m.id, m.chat_id, m.role, m.created_at from public.messages m
        where m.user_id = p_user_id and m.search_later
      )
      select *, null::text as content from matching
      where (created_at, id) < (place, place_id) order by created_at desc, id desc
    loop
      exit when cardinality(messages) > p_limit;
      -- Words that are common and nowhere together as they were asked for.
      has_more := looked = 1000;
      exit when has_more;
      looked := looked + 1;
      place := candidate.created_at;
      place_id := candidate.id;
      select m.content into candidate.content from public.messages m
        where m.user_id = p_user_id and m.id = candidate.id;
      if private.search_text(candidate.content) like all (patterns) then
        messages := messages || to_jsonb(candidate);
      end if;
    end loop;
  end if;

  with titled as materialized (
    select c.id, c.title, coalesce(c.last_message_at, c.created_at) as created_at from public.chats c
    where private.search_words(c.user_id, c.title) @@ query
  ), found as (
    select id as chat_id, title, null::uuid as message_id, null as role, created_at, null as content from titled
      where (created_at, id) < (start, start_id) and (not has_more or (created_at, id) > (place, place_id))
        and private.search_text(title) like all (patterns)
    union all
    select c.id, c.title, m.id, m.role, m.created_at, m.content
      from jsonb_to_recordset(to_jsonb(messages))
        as m (id uuid, chat_id uuid, role text, created_at timestamptz, content text)
      join public.chats c on c.user_id = p_user_id and c.id = m.chat_id
  ), newest as (
    select * from found order by created_at desc, coalesce(message_id, chat_id) desc limit p_limit + 1
  )
  select coalesce(jsonb_agg(newest order by created_at desc, coalesce(message_id, chat_id) desc), '[]') into results
  from newest;

  if jsonb_array_length(results) > p_limit then
    results := results - p_limit;
    place := results -> -1 ->> 'created_at';
    place_id := coalesce(results -> -1 ->> 'message_id', results -> -1 ->> 'chat_id');
    has_more := true;
  end if;
  return jsonb_build_object('outcome', 'found', 'results', results,
    'next', case when has_more then jsonb_build_object('at', place, 'id', place_id) end);
end $$;
revoke execute on function
  public.search_messages(uuid, text, integer, integer, timestamptz, uuid) from public, anon, authenticated;
grant execute on function
  public.search_messages(uuid, text, integer, integer, timestamptz, uuid) to service_role;

-- An earlier migration analyzed the table while it was empty. Taken for tiny, it is read whole by the checks of foreign
-- keys, for as long as a connection of the embedded database lasts. Emptied, it counts as unknown, and they use indexes.
do $$
begin
  lock table public.messages in access exclusive mode;
  if not exists (select from public.messages) then
    truncate public.messages, public.attempts, public.pieces;
  end if;
end $$;
