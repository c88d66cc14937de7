-- The messages and titles of a member that have every needle, newest first: p_limit at most, after a place. Comparisons
-- are not searched.
-- p_needles: a list of texts as private.search_text writes them, as JSON text. A space in front of one begins a word,
-- one behind it ends a word.
-- p_before, p_before_id: a place, as `next` has it. A title counts from its chat's newest message.
-- Outcomes: found (with results, where a title has no message_id, role and content; next is null at the end, and may
-- come with fewer than p_limit results), busy (another search of the person runs).
create function public.search_messages(
  p_user_id uuid, p_needles text, p_limit integer, p_before timestamptz default null, p_before_id uuid default null
) returns jsonb
-- With less memory the index is not sure what has a common beginning, and every text has to be looked at.
language plpgsql security definer set search_path = '' set work_mem = '32MB' as $$
declare
  -- The embedded database stays in a failed transaction after a refused call with an array.
  needles constant text[] := array(select jsonb_array_elements_text(p_needles::jsonb));
  query constant tsquery := private.search_query(p_user_id, needles);
  patterns constant text[] := array(select '%' || needle || '%' from unnest(needles) needle);
  -- Every text that the index finds has these.
  words constant text[] := array(
    select '%' || word || '%' from unnest(needles) needle, string_to_table(btrim(needle), ' ') word);
  deleted constant uuid[] := array(
    select id from private.deleted_chats where user_id = p_user_id and chat is not null);
  start constant timestamptz := coalesce(p_before, 'infinity');
  start_id constant uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  -- The place of the text looked at last.
  place timestamptz := start;
  place_id uuid := start_id;
  -- How many texts were looked at, and their length in bytes, each counting as 2,000 at least.
  looked integer := 0;
  length_looked_at integer := 0;
  with_words integer := 0;
  asks_index boolean := false;
  text_looked_at text;
  has_more boolean := false;
  candidate record;
  messages jsonb[] := '{}';
  results jsonb;
begin
  -- One search of a person at a time. Another one is refused, because while it waits it would hold a connection.
  if not pg_try_advisory_xact_lock(hashtextextended('search of ' || p_user_id, 0)) then
    return jsonb_build_object('outcome', 'busy');
  end if;

  -- Messages that a function left when it died.
  perform public.index_messages(p_user_id);

  -- Common words are found soonest in the newest messages: the index would return all that have them, to be sorted.
  -- Where a fifth of the first 200 have the words, another 150 are looked at; else the index is asked.
  for candidate in
    select m.id, m.chat_id, m.role, m.created_at, m.content from public.messages m
    where m.user_id = p_user_id and m.content <> '' and m.compares is null and m.chat_id <> all (deleted) and m.created_at <= place and (m.created_at, m.id) < (place, place_id)
    order by m.created_at desc, m.id desc limit 351
  loop
    asks_index := cardinality(messages) <= p_limit and length_looked_at >= 400000 and with_words * 5 < looked;
    has_more := length_looked_at >= 700000;
    exit when asks_index or has_more or cardinality(messages) > p_limit;
    looked := looked + 1;
    length_looked_at := length_looked_at + greatest(octet_length(candidate.content), 2000);
    place := candidate.created_at;
    place_id := candidate.id;
    text_looked_at := private.search_text(candidate.content);
    if text_looked_at like all (words) then
      with_words := with_words + 1;
    end if;
    if text_looked_at like all (patterns) then
      messages := messages || to_jsonb(candidate);
    end if;
  end loop;

  if asks_index then
    has_more := false;
    length_looked_at := 0;
    for candidate in
      -- The query names the owner. A condition on user_id would let the planner choose another index.
      with matching as materialized (
        select m.id, m.chat_id, m.role, m.created_at from public.messages m
        where private.search_words(m.user_id, m.content) @@ query and m.search_later is null and m.compares is null
          and m.chat_id <> all (deleted)
        union all
        select m.id, m.chat_id, m.role, m.created_at from private.unindexed_chats u
        join public.messages m on m.user_id = p_user_id and m.chat_id = u.chat_id and m.created_at < u.before
        where u.user_id = p_user_id and m.search_later and m.compares is null and u.chat_id <> all (deleted)
      )
      select *, null::text as content from matching
      where (created_at, id) < (place, place_id) order by created_at desc, id desc
    loop
      exit when cardinality(messages) > p_limit;
      -- 150 texts at most: common words may be nowhere together as they were asked for.
      has_more := length_looked_at >= 300000;
      exit when has_more;
      place := candidate.created_at;
      place_id := candidate.id;
      select m.content into candidate.content from public.messages m
        where m.user_id = p_user_id and m.id = candidate.id;
      length_looked_at := length_looked_at + greatest(octet_length(candidate.content), 2000);
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
  public.search_messages(uuid, text, integer, timestamptz, uuid) from public, anon, authenticated;
grant execute on function
  public.search_messages(uuid, text, integer, timestamptz, uuid) to service_role;
