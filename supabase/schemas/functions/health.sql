-- The state of each model, by its turns of the last ten minutes, the newest 2,000 of all models: failing when at least
-- half of them failed, slow when the median of the first text is above 15 seconds, else good. Models of fewer than 20
-- turns are left out. What a person stopped is no failure. `migration` is the newest one that the database has.
create function public.health() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(model, health), '{}')
      || jsonb_build_object('migration', private.applied_migration()) from (
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
revoke execute on function public.health() from public, anon, authenticated;
grant execute on function public.health() to service_role;
