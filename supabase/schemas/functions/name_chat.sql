-- Gives a chat of the member the title that a model wrote, in place of the first line of p_question_id. A title that a
-- person gave stays.
-- Outcomes: named, kept (it has another title by now, or is gone).
create function public.name_chat(p_user_id uuid, p_chat_id uuid, p_question_id uuid, p_title text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.chats set title = p_title, titled_by = null
    where user_id = p_user_id and id = p_chat_id and titled_by = p_question_id;
  return jsonb_build_object('outcome', case when found then 'named' else 'kept' end);
end $$;
revoke execute on function public.name_chat(uuid, uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.name_chat(uuid, uuid, uuid, text) to service_role;
