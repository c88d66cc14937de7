-- Stores which of several answers the member goes on from, for all of their devices. It needs no membership.
-- Outcomes: chosen (with chat), not_found (the chat, or the answer in it), gone (the chat was deleted).
create function public.choose_answer(p_user_id uuid, p_chat_id uuid, p_answer_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
begin
  update public.chats set chosen_answer = p_answer_id
    where user_id = p_user_id and id = p_chat_id
      and exists (select from public.messages
        where user_id = p_user_id and id = p_answer_id and chat_id = p_chat_id and role = 'assistant'
          and compares is null)
    returning * into chat;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'chosen', 'chat', to_jsonb(chat));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
end $$;
revoke execute on function public.choose_answer(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.choose_answer(uuid, uuid, uuid) to service_role;
