-- Undoes the deletion of a chat of the member within ten minutes: everything is as it was, ids and order included. An
-- answer that was being written is not taken up again; its question can be asked again. It needs no membership.
-- Indexing takes longer than all the rest, so the messages are left to public.index_messages. Until then searches look
-- through them one by one.
-- Locks: member, chat, as everywhere.
-- Outcomes: restored (also when the chat is there already; with chat), not_found, gone (it was deleted more than ten
-- minutes ago), conflict (an id of the chat is used for something else by now), limited (with retry_after, in seconds).
create function public.restore_chat(p_user_id uuid, p_chat_id uuid, p_chats_per_minute integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
  deleted_at timestamptz;
  wait integer;
begin
  perform from public.users where id = p_user_id for no key update;
  select r.deleted_at into deleted_at from private.restorable_chats r
    where r.user_id = p_user_id and r.id = p_chat_id for update;
  if deleted_at > clock_timestamp() - interval '10 minutes' then
    -- It counts like a new chat, and once more for each 1,000 messages and each megabyte, which the limit may not hold:
    -- a chat of any length can be restored once a minute.
    wait := private.take(p_user_id, 'chats_minute', p_chats_per_minute, interval '1 minute');
    if wait > 0 then
      return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
    end if;
    update private.usage set used = used + (
        select count(*) / 1000 + coalesce(sum(octet_length(content)), 0) / 1000000 from private.restorable_messages
        where user_id = p_user_id and chat_id = p_chat_id)
      where user_id = p_user_id and kind = 'chats_minute';
    perform private.copy_rows('private.restorable_chats', 'public.chats', 'id', p_user_id, p_chat_id);
    perform private.copy_rows('private.restorable_messages', 'public.messages', 'chat_id', p_user_id, p_chat_id,
      'search_later');
    -- Text that is being handed over has to be there before it is copied.
    perform from private.restorable_attempts where user_id = p_user_id and chat_id = p_chat_id for update;
    perform private.copy_rows('private.restorable_attempts', 'private.attempts', 'chat_id', p_user_id, p_chat_id);
    perform private.forget_chat(p_user_id, p_chat_id);
    delete from private.deleted_chats where user_id = p_user_id and id = p_chat_id;
    insert into private.unindexed_chats (user_id, chat_id) values (p_user_id, p_chat_id);
  end if;
  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'restored', 'chat', to_jsonb(chat));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
exception when unique_violation then
  return jsonb_build_object('outcome', 'conflict');
end $$;
revoke execute on function public.restore_chat(uuid, uuid, integer) from public, anon, authenticated;
grant execute on function public.restore_chat(uuid, uuid, integer) to service_role;
