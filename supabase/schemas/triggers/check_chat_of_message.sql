-- Refuses a message whose chat does not exist, and locks the chat until the message is stored. Not a foreign key: a
-- deleted chat leaves public.chats, and its messages stay until they are purged.
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
