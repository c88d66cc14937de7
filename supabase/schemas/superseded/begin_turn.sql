-- For the Edge Functions of the release before, which run until they are replaced. The next release drops it.
-- They knew of one answer to a question, and counted the history in characters.
create function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_starts_chat boolean, p_question_id uuid, p_content text, p_title text,
  p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer,
  p_lease interval, p_history_characters integer, p_model text default null
) returns jsonb
language sql security definer set search_path = '' as $$
  select private.message_as_before(public.begin_turn(
    p_user_id => p_user_id, p_chat_id => p_chat_id, p_starts_chat => p_starts_chat, p_question_id => p_question_id,
    p_content => p_content, p_title => p_title, p_turns_per_minute => p_turns_per_minute,
    p_turns_per_day => p_turns_per_day, p_chats_per_minute => p_chats_per_minute, p_lease => p_lease,
    p_budgets => (
      select jsonb_object_agg(model, p_history_characters / 4)
      from unnest(array['chatgpt-4', 'chatgpt-5', 'grok', 'claude-4']) model),
    p_model => p_model))
$$;
revoke execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, integer, text)
  from public, anon, authenticated;
grant execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, integer, text)
  to service_role;
