-- The answer to a question; a row of nulls when there is none.
create function private.reply_of(p_question_id uuid) returns public.messages
language sql stable set search_path = '' as $$
  select * from public.messages where reply_to = p_question_id
$$;
revoke execute on function private.reply_of(uuid) from public, anon, authenticated;
