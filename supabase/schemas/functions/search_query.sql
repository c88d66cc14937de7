-- The query to the search indexes for texts of a person that may have every needle (see public.search_messages): the
-- owner, and the words that private.search_words gives. Characters of scripts without spaces are asked for twice, by
-- neighbours and by numbers, because a text has the ones or the others. A beginning of one or two characters is left
-- out when there is more to ask for: the index would read all words that begin so, of a sixteenth of all members.
create function private.search_query(p_user_id uuid, p_needles text[]) returns tsquery
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
  ), asked as (
    select *, kind = 'words' and is_beginning and length(word) < 3 as is_short from terms
  ), queries (kind, query) as (
    select kind, string_agg(distinct
      format('''%s%s''%s', left(p_user_id::text, 1), word, case when is_beginning then ':*' end), ' & ')
    from asked where not is_short or not exists (select from asked where not is_short) group by kind
  )
  select concat_ws(' & ', format('''@%s''', p_user_id), max(query) filter (where kind = 'words'),
    '(' || string_agg(query, ' | ') filter (where kind <> 'words') || ')')::tsquery
  from queries
$$;
revoke execute on function private.search_query(uuid, text[]) from public, anon, authenticated;
