-- Extends the claim on the member's question to p_lease from now, and says how the turn stands. After `stopped` the
-- caller still has the claim, to store what was written or to give it up.
-- Outcomes: running, stopped (the person pressed Stop), answered (with reply: another request stored one),
-- lost (the claim was given up, or another request has taken the question over), gone (the chat was deleted).
create function public.renew_turn(p_user_id uuid, p_question_id uuid, p_claim_id uuid, p_lease interval) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  question public.messages;
  standing jsonb;
begin
  update public.messages set answering_until = clock_timestamp() + p_lease
    where id = p_question_id and user_id = p_user_id and claim_id = p_claim_id and answering_until is not null
    returning * into question;
  if question.id is not null then
    return jsonb_build_object('outcome', case when question.stopped_at is null then 'running' else 'stopped' end);
  end if;
  standing := public.look_at_turn(p_user_id, p_question_id);
  return case when standing ->> 'outcome' in ('answered', 'gone') then standing
    else jsonb_build_object('outcome', 'lost') end;
end $$;
revoke execute on function public.renew_turn(uuid, uuid, uuid, interval) from public, anon, authenticated;
grant execute on function public.renew_turn(uuid, uuid, uuid, interval) to service_role;
