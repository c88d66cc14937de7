-- Keeps a chat that is about to be deleted for the ten minutes in which that can be undone, out of everybody's reach.
-- The chat is locked by now, so that no message comes after those that are kept. Of a person whose account goes nothing
-- is kept. An answer that was being written ends here, with what had been written of it, and its failure says why. The
-- function that wrote it cannot write on, but hands over the rest of its text by public.release_turn.
create function private.keep_deleted_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.users where id = old.user_id) then
    return old;
  end if;
  perform private.copy_rows('public.chats', 'private.restorable_chats', 'id', old.user_id, old.id);
  perform private.copy_rows('public.messages', 'private.restorable_messages', 'chat_id', old.user_id, old.id);
  perform private.copy_rows('private.attempts', 'private.restorable_attempts', 'chat_id', old.user_id, old.id);
  update private.restorable_attempts a
    set content = coalesce((
          select string_agg(p.content, '' order by p.position) from private.pieces p
          where p.user_id = a.user_id and p.answer_id = a.id), a.content),
      claimed_until = null, waiting = 0,
      ended_at = coalesce(a.ended_at, clock_timestamp()), failure = coalesce(a.failure, 'gone'),
      failure_text = case when a.failure is null then 'This chat was deleted before the reply was complete.'
        else a.failure_text end
    where user_id = old.user_id and chat_id = old.id;
  return old;
end $$;
revoke execute on function private.keep_deleted_chat() from public, anon, authenticated;
