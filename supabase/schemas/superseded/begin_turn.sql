-- For the Edge Functions of release 0.1.0, which run until they are replaced. The release after this one drops it.
create function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_message_id uuid, p_text text, p_title text, p_starts_chat boolean,
  p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer,
  p_lease interval, p_history_characters integer, p_model text default null
) returns jsonb
language sql security definer set search_path = '' as $$
  select public.begin_turn(
    p_user_id => p_user_id, p_chat_id => p_chat_id, p_starts_chat => p_starts_chat, p_question_id => p_message_id,
    p_content => p_text, p_title => p_title, p_turns_per_minute => p_turns_per_minute,
    p_turns_per_day => p_turns_per_day, p_chats_per_minute => p_chats_per_minute, p_lease => p_lease,
    p_history_characters => p_history_characters, p_model => p_model)
$$;
revoke execute on function
  public.begin_turn(uuid, uuid, uuid, text, text, boolean, integer, integer, integer, interval, integer, text)
  from public, anon, authenticated;
grant execute on function
  public.begin_turn(uuid, uuid, uuid, text, text, boolean, integer, integer, integer, interval, integer, text)
  to service_role;
