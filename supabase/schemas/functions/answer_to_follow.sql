-- Which answer a new question of the chat follows: p_follows, or without it the newest answer to the question before.
-- Null when there is none, or when p_follows is no answer to that question. The caller holds the chat's lock.
create function private.answer_to_follow(p_chat public.chats, p_follows uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (select a.id from public.messages a
  where a.user_id = p_chat.user_id and a.id = coalesce(p_follows, a.id) and a.reply_to = (
    select q.id from public.messages q
    where q.user_id = p_chat.user_id and q.chat_id = p_chat.id and q.role = 'user'
    order by q.created_at desc limit 1)
  order by a.created_at desc limit 1);
end $$;
revoke execute on function private.answer_to_follow(public.chats, uuid) from public, anon, authenticated;
