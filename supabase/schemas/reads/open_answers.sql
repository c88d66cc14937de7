-- The answers of the reader that are no messages yet, in the order of their ids, 50 at most, the next ones after p_after:
-- those of a chat, or without p_chat_id those that are asked for or running, and those that p_known names.
-- p_known: what the reader has of their texts, as {answer's id: [text_id, length in characters]}; null in place of the
-- two for a text that the reader does not need. One that is not named is returned from its beginning.
-- status: asked (together with another one, and nobody has begun it), running, stopped (by the person, and nothing is
-- stored of it), failed. text_id: which text it is; that of a new try is another one, from its first word on. text: what
-- comes behind the first text_from characters; null where nothing was written. writer: the model that wrote it. reason:
-- what the person was told, null where nobody was; code: that error's.
create function public.open_answers(
  p_chat_id uuid default null, p_known jsonb default '{}', p_after uuid default '00000000-0000-0000-0000-000000000000'
) returns jsonb
language sql stable set search_path = '' as $$
  select private.open_answers_of_reader(p_chat_id, p_known, p_after)
$$;
revoke execute on function public.open_answers(uuid, jsonb, uuid) from public, anon, service_role;
grant execute on function public.open_answers(uuid, jsonb, uuid) to authenticated;
