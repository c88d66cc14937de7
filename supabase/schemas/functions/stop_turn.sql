-- Marks an answer or a comparison as stopped, or without p_answer_id every answer to the question that is being written
-- or asked for. Whoever writes it sees that when renewing the claim. Outcomes: marked, not_found (the question).
create function public.stop_turn(p_user_id uuid, p_chat_id uuid, p_question_id uuid, p_answer_id uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  -- Locks the chat before the attempts, as its deletion does.
  perform from public.chats where user_id = p_user_id and id = p_chat_id for key share;
  if not found or not exists (
    select from public.messages
    where user_id = p_user_id and id = p_question_id and chat_id = p_chat_id and role = 'user'
  ) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  update private.attempts set stopped_at = clock_timestamp()
    where user_id = p_user_id and id = any (array(
      select id from private.attempts
      where user_id = p_user_id and question_id = p_question_id and id = coalesce(p_answer_id, id)
        and (id = p_answer_id or compares is null) and (claimed_until is not null or claim_id is null)
      order by id for update));
  return jsonb_build_object('outcome', 'marked');
end $$;
revoke execute on function public.stop_turn(uuid, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.stop_turn(uuid, uuid, uuid, uuid) to service_role;
