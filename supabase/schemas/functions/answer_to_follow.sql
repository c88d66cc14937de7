-- Which answer to the chat's last question a new question follows: p_follows, else the one that the member chose, else
-- the newest; null when there is none. With p_unless_chosen the chosen one comes before p_follows. p_follows is ignored
-- when it answers an earlier question: another one has come in since its page sent. The caller holds the chat's lock.
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
