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
