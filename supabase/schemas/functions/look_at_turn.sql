-- The state of an answer, read without a lock, for requests that wait while another one writes it.
-- Outcomes: answered (with reply), running, stopped (the member wants no more of it), free (nobody is writing it), gone (the
-- chat was deleted).
create function public.look_at_turn(p_user_id uuid, p_question_id uuid, p_answer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  reply public.messages;
  attempt private.attempts;
begin
  if not exists (
    select from public.messages m where m.user_id = p_user_id and m.id = p_question_id and m.role = 'user'
      and private.has_chat(p_user_id, m.chat_id)
  ) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  select * into reply from public.messages
    where user_id = p_user_id and id = p_answer_id and reply_to = p_question_id;
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered', 'reply', to_jsonb(reply));
  end if;
  select * into attempt from private.attempts
    where user_id = p_user_id and id = p_answer_id and question_id = p_question_id;
  return jsonb_build_object('outcome', case
    when attempt.claimed_until > clock_timestamp() then 'running'
    when attempt.stopped_at is not null then 'stopped'
    else 'free' end);
end $$;
revoke execute on function public.look_at_turn(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.look_at_turn(uuid, uuid, uuid) to service_role;
