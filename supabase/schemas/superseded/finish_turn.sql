-- For the Edge Functions of release 0.1.0, which run until they are replaced. The release after this one drops it.
-- p_state: 'finished' stores p_text, 'failed' gives up the claim, 'running' renews it, or stores p_text after a Stop.
create function public.finish_turn(
  p_question_id uuid, p_state text, p_lease interval, p_text text default null, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  owner_id constant uuid := (select user_id from public.messages where id = p_question_id);
  claim uuid := (select claim_id from public.messages where id = p_question_id);
  ended jsonb;
begin
  -- Those functions know of no claims: theirs is the one that is there. Locks in the order of finish_turn.
  if claim is null then
    perform from public.users where id = owner_id for key share;
    perform from public.chats where id = (select chat_id from public.messages where id = p_question_id) for update;
    update public.messages set claim_id = coalesce(claim_id, gen_random_uuid())
      where id = p_question_id and role = 'user' returning claim_id into claim;
  end if;
  if p_state = 'failed' then
    return public.release_turn(owner_id, p_question_id, claim);
  elsif p_state = 'running' then
    ended := public.renew_turn(owner_id, p_question_id, claim, p_lease);
    if ended ->> 'outcome' = 'lost' then
      return jsonb_build_object('outcome', 'running');
    elsif ended ->> 'outcome' in ('running', 'gone') then
      return ended;
    end if;
  end if;
  ended := public.finish_turn(p_user_id => owner_id, p_question_id => p_question_id, p_claim_id => claim,
    p_content => coalesce(p_text, ''), p_model => p_model);
  return case when ended ->> 'outcome' = 'empty' then jsonb_build_object('outcome', 'stopped') else ended end;
end $$;
revoke execute on function public.finish_turn(uuid, text, interval, text, text) from public, anon, authenticated;
grant execute on function public.finish_turn(uuid, text, interval, text, text) to service_role;
