-- The reader's answers that are no messages yet, by id, at most 50 after p_after: those of a chat, or without p_chat_id
-- those that are asked for or running, and those that p_known names.
-- p_known: what the reader has of their texts, as {answer id: [text_id, length in characters]}, with null for a text
-- that the reader does not need. A text that is not named is returned from its beginning. 100 ids at most, else it
-- fails with PT400.
-- Returns a list. status: asked (nobody has begun it), running, stopped (by the person, and nothing is stored of it),
-- failed. text: what comes after the first text_from characters; null where nothing was written. text_id: another one
-- for the text of a new try. writer: the model that wrote the text. reason and code: the text and the code of the error
-- that the person got.
create function public.open_answers(
  p_chat_id uuid default null, p_known jsonb default '{}', p_after uuid default '00000000-0000-0000-0000-000000000000'
) returns jsonb
language sql stable set search_path = '' as $$
  select private.open_answers_of_reader(p_chat_id, p_known, p_after)
$$;
revoke execute on function public.open_answers(uuid, jsonb, uuid) from public, anon, service_role;
grant execute on function public.open_answers(uuid, jsonb, uuid) to authenticated;
