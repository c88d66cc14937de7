-- A message of 32,000 different Chinese characters took the search index more than 50 ms of the processor. The indexes are
-- not built anew: a search asks for the words of older rows as well.
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
  -- Most texts are normalized already, which is seen in half the time.
  if spaced is not nfc normalized then
    spaced := normalize(spaced, nfc);
  end if;
  spaced := regexp_replace(spaced,
    '([' || private.unspaced_characters() || ']+)', ' \1 ', 'g');
  spaced := regexp_replace(spaced,
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7'
    '\u037E\u0589\u058A\u05BE\u060C\u061B\u061F\u06D4\u0964\u0965\u2000-\u206F\u20A0-\u20CF\u2190-\u25FF'
    '\u27C0-\u2AFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u303D-\u3040\u30FB\uFFF0-\uFFFF]+', ' ', 'g');
  return ' ' || btrim(spaced) || ' ';
end $$;
revoke execute on function private.search_text(text) from public, anon, authenticated;
-- What the search indexes hold of a text: its owner, its words, and of runs of characters without spaces every two
-- neighbours and the last one of each run. Of more than 4,096 such characters they hold only a number below 4,096 for
-- each: storing 32,000 different ones with their neighbours took five times as long as with these numbers.
-- Each word begins with the first digit of the owner's id, so that a beginning of a word is looked for among a sixteenth
-- of everybody's words. A word counts by its first 64 characters.
-- Positions are left out: whoever needs the order of words looks at the text.
-- Whoever writes a row runs it, the service role too.
create or replace function private.search_words(p_user_id uuid, p_text text) returns tsvector
language plpgsql immutable strict parallel safe cost 10000 security definer set search_path = '' as $$
declare
  digit constant text := left(p_user_id::text, 1);
  spaced text := private.search_text(p_text);
  unspaced text;
  runs text;
  words text[];
begin
  if octet_length(spaced) > length(spaced) then
    unspaced := '[' || private.unspaced_characters() || ']';
  end if;
  if spaced ~ unspaced then
    -- The runs alone, so that each of their characters is only told from a space. After the last of a run comes one.
    runs := regexp_replace(spaced, '[^ ' || substr(unspaced, 2) || '+', '', 'g');
    if length(replace(runs, ' ', '')) > 4096 then
      words := array(
        select digit || '#' || number
        from (select distinct ascii(character) % 4096 as number
          from string_to_table(runs, null) as character where character <> ' ') as numbers);
    else
      words := array(
        select case next when ' ' then digit || character else digit || character || next end
        from (select string_to_array(runs, null) as characters) as list,
          unnest(characters, characters[2:]) as neighbours (character, next) where character <> ' ');
    end if;
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
-- The query to the search indexes for the texts of a person that may have every needle (see search_messages): the
-- owner, and the words that private.search_words gives for a text that has them. What has no spaces is asked for twice,
-- by its neighbours and by its numbers, because a text has the ones or the others.
create or replace function private.search_query(p_user_id uuid, p_needles text[]) returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  with words as (
    select word, position = max(position) over (partition by number) and needle not like '% ' as is_beginning,
      word ~ ('[' || private.unspaced_characters() || ']') as is_unspaced
    from unnest(p_needles) with ordinality as needles (needle, number),
      string_to_array(btrim(private.search_text(needle)), ' ') as list,
      unnest(list) with ordinality as words (word, position)
  ), terms (kind, word, is_beginning) as (
    select 'neighbours', substr(word, place, 2), length(word) = 1
      from words, generate_series(1, greatest(1, length(word) - 1)) as place where is_unspaced
    union all
    select 'numbers', '#' || ascii(character) % 4096, false
      from words, string_to_table(word, null) as character where is_unspaced
    union all
    select 'words', left(word, 64), is_beginning from words where not is_unspaced
  ), queries (kind, query) as (
    select kind, string_agg(distinct
      format('''%s%s''%s', left(p_user_id::text, 1), word, case when is_beginning then ':*' end), ' & ')
    from terms group by kind
  )
  select concat_ws(' & ', format('''@%s''', p_user_id), max(query) filter (where kind = 'words'),
    '(' || string_agg(query, ' | ') filter (where kind <> 'words') || ')')::tsquery
  from queries
$$;
revoke execute on function private.search_query(uuid, text[]) from public, anon, authenticated;
