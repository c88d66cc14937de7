set lock_timeout = '5s';

-- It called private.turn_health, which nothing else did.
create or replace function public.health() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(model, health), '{}') from (
    select model, case
      when 2 * count(*) filter (where failure <> 'stopped') >= count(*) then 'failing'
      when percentile_cont(0.5) within group (order by first_text_ms) > 15000 then 'slow'
      else 'good' end as health
    from (
      select model, failure, first_text_ms from private.ended_turns
      where ended_at > clock_timestamp() - interval '10 minutes' order by ended_at desc limit 2000
    ) newest
    group by model having count(*) >= 20
  ) models
$$;

drop function private.turn_health();
