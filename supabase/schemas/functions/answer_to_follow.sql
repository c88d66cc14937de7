-- Which answer a new question of the chat follows, of those to the question before: p_follows, or without it the one that
-- the member has chosen, else the newest. With p_unless_chosen the chosen one comes before p_follows.
-- Null when there is none. p_follows is ignored when it answers an earlier question: another message has come in between
-- since its page sent. The caller holds the chat's lock.
create function private.answer_to_follow(p_chat public.chats, p_follows uuid, p_unless_chosen boolean) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  answers uuid[];
begin
  answers := array(select a.id from public.messages a
    where a.user_id = p_chat.user_id and a.compares is null and a.reply_to = (
      select q.id from public.messages q
      where q.user_id = p_chat.user_id and q.chat_id = p_chat.id and q.role = 'user'
      order by q.created_at desc limit 1)
    order by a.created_at desc);
  if p_follows = any (answers) and not (p_unless_chosen and coalesce(p_chat.chosen_answer = any (answers), false)) then
    return p_follows;
  elsif p_chat.chosen_answer = any (answers) then
    return p_chat.chosen_answer;
  end if;
  return answers[1];
end $$;
revoke execute on function private.answer_to_follow(public.chats, uuid, boolean) from public, anon, authenticated;
