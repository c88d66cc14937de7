-- Extends the claim on an answer to p_lease from now, adds a piece of its text, and says how the turn stands. After
-- `stopped` the caller still has the claim, to store what was written or to release it.
-- p_position counts the pieces of a claim from 1 on; a piece that is written twice changes nothing.
-- Outcomes: running, stopped (the person pressed Stop), answered (with reply: the answer is stored already), lost (the
-- claim was released, or another request has claimed the answer), gone (the chat was deleted, even if restored since).
create function public.renew_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_lease interval,
  p_position integer default null, p_piece text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt private.attempts;
  reply public.messages;
begin
  update private.attempts set claimed_until = clock_timestamp() + p_lease
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and claimed_until is not null
    returning * into attempt;
  if attempt.id is not null then
    if p_position is not null then
      insert into private.pieces (user_id, answer_id, position, content)
        values (p_user_id, p_answer_id, p_position, p_piece) on conflict do nothing;
    end if;
    return jsonb_build_object('outcome', case when attempt.stopped_at is null then 'running' else 'stopped' end);
  end if;

  select * into reply from public.messages m where m.user_id = p_user_id and m.id = p_answer_id and m.role = 'assistant'
    and private.has_chat(p_user_id, m.chat_id);
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered', 'reply', to_jsonb(reply));
  end if;
  return jsonb_build_object('outcome', case when exists (
    select from private.attempts a where a.user_id = p_user_id and a.id = p_answer_id
      and (a.claim_id, a.failure) is distinct from (p_claim_id, 'gone') and private.has_chat(p_user_id, a.chat_id)) then 'lost' else 'gone' end);
end $$;
revoke execute on function public.renew_turn(uuid, uuid, uuid, interval, integer, text)
  from public, anon, authenticated;
grant execute on function public.renew_turn(uuid, uuid, uuid, interval, integer, text) to service_role;
