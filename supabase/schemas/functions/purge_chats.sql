-- Removes for good up to p_limit chats that were deleted more than ten minutes ago, oldest first, and returns how many
-- it removed. It waits for nobody: a chat that is being restored or removed by somebody else is left to them.
create function private.purge_chats(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  chat record;
  removed integer := 0;
begin
  for chat in
    select user_id, id from private.restorable_chats
    where deleted_at <= clock_timestamp() - interval '10 minutes'
    order by deleted_at limit p_limit for update skip locked
  loop
    perform private.forget_chat(chat.user_id, chat.id);
    removed := removed + 1;
  end loop;
  return removed;
end $$;
revoke execute on function private.purge_chats(integer) from public, anon, authenticated;
