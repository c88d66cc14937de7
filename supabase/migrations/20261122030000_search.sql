-- Search: indexes in which owner and words meet, and the function that reads them.

-- Building the indexes takes as long as the tables are large, 0.3 ms a message. On a large table, run this file's
-- functions first, then `create index concurrently` with the same names; the migration then finds them built.
set local statement_timeout = 0;

-- The characters of scripts that put no spaces between words, and pictures, for use in a regular expression: Thai, Lao,
-- Burmese, Khmer, Japanese, Chinese. `supabase/functions/search/words-rules.ts` has the same list.
create or replace function private.unspaced_characters() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '\u0E01-\u0E4E\u0E50-\u0E59\u0E81-\u0EDF\u1000-\u109F\u1780-\u17D3\u2600-\u27BF\u2B00-\u2BFF\u2E80-\u2FFF'
    '\u3005-\u3007\u3021-\u302F\u3031-\u303C\u3041-\u30FA\u30FC-\u312F\u31A0-\u31FF\u3400-\u9FFF\uF900-\uFAFF'
    '\U0001F000-\U0001FAFF\U00020000-\U0003FFFF'
$$;
revoke execute on function private.unspaced_characters() from public, anon, authenticated;

-- A text as searches see it: its words in lower case, without accents, with one space before and after each. A run of
-- characters of scripts without spaces is a word of its own. What has this between spaces has the word; what has it
-- after a space has a word that begins so. Only the first 100,000 characters count.
-- `spacedText` in `supabase/functions/search/words-rules.ts` is the same rule.
create or replace function private.search_text(p_text text) returns text
language plpgsql immutable strict parallel safe cost 1000 set search_path = '' as $$
declare
  spaced text := left(p_text, 100000);
begin
  -- What is all ASCII takes a third of the time.
  if octet_length(spaced) = length(spaced) then
    spaced := regexp_replace(lower(spaced collate "C"), '[^a-z0-9]+', ' ', 'g');
    return ' ' || btrim(spaced) || ' ';
  end if;
  spaced := regexp_replace(normalize(spaced, nfkd),
    '[\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670'
    '\u06D6-\u06DC\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200D\u2060\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF'
    '\U0001F3FB-\U0001F3FF]+', '', 'g');
  spaced := translate(lower(spaced collate pg_c_utf8), U&'\03C2\0131\00F8\0142\0111', U&'\03C3iold');
  spaced := replace(replace(replace(spaced, U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe');
  spaced := regexp_replace(normalize(spaced, nfc),
    '([' || private.unspaced_characters() || ']+)', ' \1 ', 'g');
  spaced := regexp_replace(spaced,
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7'
    '\u037E\u0589\u058A\u05BE\u060C\u061B\u061F\u06D4\u0964\u0965\u2000-\u206F\u20A0-\u20CF\u2190-\u25FF'
    '\u27C0-\u2AFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u303D-\u3040\u30FB\uFFF0-\uFFFF]+', ' ', 'g');
  return ' ' || btrim(spaced) || ' ';
end $$;
revoke execute on function private.search_text(text) from public, anon, authenticated;

-- What the search indexes hold of a text: its owner, its words, and of a run of characters without spaces every two
-- neighbours and the last one. Each word begins with the first digit of the owner's id, so that a beginning of a word
-- is looked for among a sixteenth of everybody's words. A word counts by its first 64 characters.
-- Positions are left out: whoever needs the order of words looks at the text.
-- Whoever writes a row runs it, the service role too.
create or replace function private.search_words(p_user_id uuid, p_text text) returns tsvector
language plpgsql immutable strict parallel safe cost 10000 security definer set search_path = '' as $$
declare
  digit constant text := left(p_user_id::text, 1);
  spaced text := private.search_text(p_text);
  unspaced text;
  characters text[];
  words text[];
begin
  if octet_length(spaced) > length(spaced) then
    unspaced := '[' || private.unspaced_characters() || ']';
  end if;
  if spaced ~ unspaced then
    characters := string_to_array(spaced, null);
    -- After the last of a run comes a space.
    words := array(
      select digit || rtrim(character || next) from unnest(characters, characters[2:]) as neighbours (character, next)
      where character ~ unspaced);
    spaced := regexp_replace(spaced, ' ' || unspaced || '+', '', 'g');
  end if;
  if spaced ~ '[^ ]{65}' then
    spaced := regexp_replace(spaced, '([^ ]{64})[^ ]+', '\1', 'g');
  end if;
  words := words || string_to_array(digit || replace(btrim(spaced), ' ', ' ' || digit), ' ');
  return array_to_tsvector(words || ('@' || p_user_id));
end $$;
revoke execute on function private.search_words(uuid, text) from public, anon, authenticated;
grant execute on function private.search_words(uuid, text) to service_role;

-- All messages of a person from the newest. Every message has content: only a read that says so takes this index. The
-- reads of a chat would otherwise take it too, and walk through the newer messages of other chats.
create index if not exists messages_newest_first on public.messages (user_id, created_at) where content <> '';

-- New words wait in a list of at most half a megabyte, so that storing a message writes to one place and not to a
-- hundred. Without statistics, which would take seconds to gather and which no query needs.
create index if not exists messages_search on public.messages using gin (private.search_words(user_id, content))
  with (gin_pending_list_limit = 512);
alter index public.messages_search alter column 1 set statistics 0;
create index if not exists chats_search on public.chats using gin (private.search_words(user_id, title))
  with (gin_pending_list_limit = 512);
alter index public.chats_search alter column 1 set statistics 0;

alter table private.usage drop constraint usage_kind_known;
alter table private.usage add constraint usage_kind_known
  check (kind in ('turns_minute', 'turns_day', 'chats_minute', 'searches_minute'));

-- The query to the search indexes for the texts of a person that may have every needle (see search_messages): the
-- owner, and the words that private.search_words gives for a text that has them.
create function private.search_query(p_user_id uuid, p_needles text[]) returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  with words as (
    select word, position = max(position) over (partition by number) and needle not like '% ' as is_beginning,
      word ~ ('[' || private.unspaced_characters() || ']') as is_unspaced
    from unnest(p_needles) with ordinality as needles (needle, number),
      string_to_array(btrim(private.search_text(needle)), ' ') as list,
      unnest(list) with ordinality as words (word, position)
  ), terms (word, is_beginning) as (
    select substr(word, place, 2), length(word) = 1 from words, generate_series(1, greatest(1, length(word) - 1)) place
      where is_unspaced
    union all
    select left(word, 64), is_beginning from words where not is_unspaced
  )
  select string_agg(distinct term, ' & ')::tsquery
  from (
    select format('''%s%s''%s', left(p_user_id::text, 1), word, case when is_beginning then ':*' end) as term from terms
    union all
    select format('''@%s''', p_user_id)
  ) terms
$$;
revoke execute on function private.search_query(uuid, text[]) from public, anon, authenticated;

-- The messages and titles of a person that have every needle, newest first: the p_limit first ones after a place.
-- A needle is text as private.search_text writes it: with a space in front it begins a word, with one behind it ends one.
-- A place is a time and an id, as `next` has them. A title counts from its chat's newest message.
-- Outcomes: found (with results, where a title has no message_id, role and content; next is null at the end, and may
-- come with fewer than p_limit results), limited (with retry_after, in seconds).
create function public.search_messages(
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
        where private.search_words(m.user_id, m.content) @@ query
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
