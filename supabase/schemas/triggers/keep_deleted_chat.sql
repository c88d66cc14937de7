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
    set content = case when private.replaces_text(t.content, a.content) then t.content else a.content end,
      content_model = case when not private.replaces_text(t.content, a.content) then a.content_model end,
      claimed_until = null, waiting = 0,
      ended_at = coalesce(a.ended_at, clock_timestamp()), failure = coalesce(a.failure, 'gone'),
      failure_text = case when a.failure is null then 'This chat was deleted before the reply was complete.'
        else a.failure_text end
    from private.attempts b left join texts t on t.answer_id = b.id
    where a.user_id = old.user_id and a.chat_id = old.id and b.user_id = a.user_id and b.id = a.id;
  return old;
end $$;
revoke execute on function private.keep_deleted_chat() from public, anon, authenticated;
