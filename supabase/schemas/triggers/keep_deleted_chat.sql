-- Moves a deleted chat to private.deleted_chats, unless its owner's account is being deleted. Its messages and attempts
-- stay where they are, hidden from every read. An answer that was being written ends with the failure 'gone' and keeps
-- its text; its function can only add the rest, by public.release_turn.
create function private.keep_deleted_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.users where id = old.user_id) then
    return old;
  end if;
  insert into private.deleted_chats (id, user_id, chat) values (old.id, old.user_id, to_jsonb(old));
  -- Locked in the order of stop_turn.
  perform from private.attempts where user_id = old.user_id and chat_id = old.id order by id for update;
  with written as (
    delete from private.pieces where user_id = old.user_id and answer_id in (
      select id from private.attempts where user_id = old.user_id and chat_id = old.id)
    returning answer_id, position, content
  ), texts as (
    select answer_id, string_agg(content, '' order by position) as content from written group by 1
  )
  update private.attempts a
    set content = coalesce((select t.content from texts t where t.answer_id = a.id), a.content),
      claimed_until = null, waiting = 0,
      ended_at = coalesce(a.ended_at, clock_timestamp()), failure = coalesce(a.failure, 'gone'),
      failure_text = case when a.failure is null then 'This chat was deleted before the reply was complete.'
        else a.failure_text end
    where user_id = old.user_id and chat_id = old.id;
  return old;
end $$;
revoke execute on function private.keep_deleted_chat() from public, anon, authenticated;
