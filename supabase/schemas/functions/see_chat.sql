-- Stores that the member has seen a chat's answers up to p_seen, for all of their devices. An earlier p_seen changes
-- nothing. It needs no membership.
-- Outcomes: seen (with chat), not_found, gone (the chat was deleted).
create function public.see_chat(p_user_id uuid, p_chat_id uuid, p_seen timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
begin
  update public.chats set seen_at = least(p_seen, last_answer_at)
    where user_id = p_user_id and id = p_chat_id and seen_at < least(p_seen, last_answer_at);
  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'seen', 'chat', to_jsonb(chat));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
end $$;
revoke execute on function public.see_chat(uuid, uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.see_chat(uuid, uuid, timestamptz) to service_role;
