-- What the search indexes hold of a text: its owner, its words, and of each run of characters without spaces every two
-- neighbours and the last one. Of more than 4,096 such characters they hold only a number below 4,096 for each: storing
-- 32,000 different ones with their neighbours took five times as long.
-- Each word begins with the first digit of the owner's id, so that a beginning of a word is looked for among a
-- sixteenth of all words. A word counts by its first 64 characters.
-- Positions are left out: whoever needs the order of words looks at the text.
-- Whoever writes a row runs it, the service role too.
create function private.search_words(p_user_id uuid, p_text text) returns tsvector
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
    -- Only the runs, each with a space after its last character.
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
