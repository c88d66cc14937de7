-- For the Edge Functions of release 0.1.0, which run until they are replaced. The release after this one drops it.
-- p_state: 'finished' stores p_text, 'failed' gives up the claim, 'running' renews it, or stores p_text after a Stop.
create function public.finish_turn(
  p_question_id uuid, p_state text, p_lease interval, p_text text default null, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  owner_id constant uuid := (select user_id from public.messages where id = p_question_id);
  ended jsonb;
begin
  if p_state = 'failed' then
    return public.release_turn(owner_id, p_question_id);
  elsif p_state = 'running' then
    ended := public.renew_turn(owner_id, p_question_id, p_lease);
    if ended ->> 'outcome' in ('running', 'gone') then
      return ended;
    end if;
  end if;
  ended := public.finish_turn(p_user_id => owner_id, p_question_id => p_question_id,
    p_content => coalesce(p_text, ''), p_model => p_model);
  return case when ended ->> 'outcome' = 'empty' then jsonb_build_object('outcome', 'stopped') else ended end;
end $$;
revoke execute on function public.finish_turn(uuid, text, interval, text, text) from public, anon, authenticated;
grant execute on function public.finish_turn(uuid, text, interval, text, text) to service_role;
