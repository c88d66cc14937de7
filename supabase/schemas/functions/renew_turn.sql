-- Extends the claim on the member's question to p_lease from now, and says how the turn stands. After `stopped` the
-- caller still has the claim, to store what was written or to give it up.
-- Outcomes: running, stopped (the person pressed Stop), answered (with reply: another request stored one), gone.
create function public.renew_turn(p_user_id uuid, p_question_id uuid, p_lease interval) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  question public.messages;
  reply public.messages;
begin
  -- A claim that was given up meanwhile stays given up.
  update public.messages
    set answering_until = case when answering_until is not null then clock_timestamp() + p_lease end
    where id = p_question_id and user_id = p_user_id and role = 'user' returning * into question;
  if question.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  reply := private.reply_of(question.id);
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered', 'reply', to_jsonb(reply));
  end if;
  return jsonb_build_object('outcome', case when question.stopped_at is null then 'running' else 'stopped' end);
end $$;
revoke execute on function public.renew_turn(uuid, uuid, interval) from public, anon, authenticated;
grant execute on function public.renew_turn(uuid, uuid, interval) to service_role;
