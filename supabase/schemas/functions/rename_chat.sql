-- Gives a chat of the member another title. It needs no membership: keeping one's history in order is free.
-- Outcomes: renamed (with chat), not_found, gone (the chat was deleted).
create function public.rename_chat(p_user_id uuid, p_chat_id uuid, p_title text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
begin
  update public.chats set title = p_title, titled_by = null where user_id = p_user_id and id = p_chat_id returning * into chat;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'renamed', 'chat', to_jsonb(chat));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
end $$;
revoke execute on function public.rename_chat(uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.rename_chat(uuid, uuid, text) to service_role;
