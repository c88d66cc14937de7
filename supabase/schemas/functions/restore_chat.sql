-- Restores a chat that the member deleted in the last ten minutes, with all its ids and its order. An answer that was
-- being written does not continue; its question can be asked again. It needs no membership, and counts as a new chat.
-- Locks: member, chat, as everywhere.
-- Outcomes: restored (also when the chat is there already; with chat), not_found, gone (it was deleted more than ten
-- minutes ago), limited (with retry_after, in seconds).
create function public.restore_chat(p_user_id uuid, p_chat_id uuid, p_chats_per_minute integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
  kept private.deleted_chats;
  wait integer;
begin
  perform from public.users where id = p_user_id for no key update;
  select * into kept from private.deleted_chats
    where user_id = p_user_id and id = p_chat_id and deleted_at > clock_timestamp() - interval '10 minutes' for update;
  if kept.chat is not null then
    wait := private.take(p_user_id, 'chats_minute', p_chats_per_minute, interval '1 minute');
    if wait > 0 then
      return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
    end if;
    delete from private.deleted_chats where user_id = p_user_id and id = p_chat_id;
    insert into public.chats select (jsonb_populate_record(null::public.chats, kept.chat)).*;
  end if;
  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'restored', 'chat', to_jsonb(chat));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
end $$;
revoke execute on function public.restore_chat(uuid, uuid, integer) from public, anon, authenticated;
grant execute on function public.restore_chat(uuid, uuid, integer) to service_role;
