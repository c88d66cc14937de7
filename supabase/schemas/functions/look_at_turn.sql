-- How the member's question stands, read without a lock, for requests that wait for an answer which another one writes.
-- Outcomes: answered (with reply), running, free (nobody is answering), gone (the chat was deleted).
create function public.look_at_turn(p_user_id uuid, p_question_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  question public.messages;
  reply public.messages;
begin
  select * into question from public.messages
    where id = p_question_id and user_id = p_user_id and role = 'user';
  if question.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  reply := private.reply_of(question.id);
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered', 'reply', to_jsonb(reply));
  end if;
  return jsonb_build_object('outcome',
    case when question.answering_until > clock_timestamp() then 'running' else 'free' end);
end $$;
revoke execute on function public.look_at_turn(uuid, uuid) from public, anon, authenticated;
grant execute on function public.look_at_turn(uuid, uuid) to service_role;
