-- Creates an empty chat, or returns the member's chat of that id.
-- Outcomes: created (with chat), inactive, conflict (the id belongs to another member), gone (the chat was deleted),
-- limited (with retry_after, in seconds).
create function public.create_chat(
  p_user_id uuid, p_chat_id uuid, p_chats_per_minute integer, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  chat public.chats;
  wait integer;
begin
  select * into member from public.users where id = p_user_id for no key update;
  if member.id is null or not private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'inactive');
  end if;
  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id for update;
  if chat.id is null then
    if private.chat_is_deleted(p_user_id, p_chat_id) then
      return jsonb_build_object('outcome', 'gone');
    elsif private.chat_id_is_taken(p_chat_id) then
      return jsonb_build_object('outcome', 'conflict');
    end if;
    wait := private.take(p_user_id, 'chats_minute', p_chats_per_minute, interval '1 minute');
    if wait > 0 then
      return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
    end if;
    insert into public.chats (id, user_id, model) values (p_chat_id, p_user_id, coalesce(p_model, 'chatgpt-4'))
      on conflict do nothing;
    select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;
  end if;
  if chat.id is null then
    return jsonb_build_object('outcome', 'conflict');
  end if;
  return jsonb_build_object('outcome', 'created', 'chat', to_jsonb(chat));
end $$;
revoke execute on function public.create_chat(uuid, uuid, integer, text) from public, anon, authenticated;
grant execute on function public.create_chat(uuid, uuid, integer, text) to service_role;
