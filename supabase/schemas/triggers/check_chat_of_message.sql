-- Refuses a message whose chat is not there, and holds the chat until the message is stored. It takes the place of a
-- foreign key: a chat leaves public.chats when it is deleted, and its messages stay until they are purged.
create function private.check_chat_of_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.chats where user_id = new.user_id and id = new.chat_id for key share;
  if not found then
    raise foreign_key_violation using message = 'The chat of the message does not exist.';
  end if;
  return null;
end $$;
revoke execute on function private.check_chat_of_message() from public, anon, authenticated;
