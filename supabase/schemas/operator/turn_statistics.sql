-- For the operator: what the models did in each hour.
create view private.turn_statistics with (security_invoker = true) as
select
  hour, model,
  sum(turns)::bigint as turns,
  coalesce(sum(turns) filter (where failure is null), 0)::bigint as whole,
  coalesce(jsonb_object_agg(failure, turns) filter (where failure is not null), '{}') as failed,
  max(median) as median_first_text_ms,
  sum(input_tokens)::bigint as input_tokens,
  sum(cached_tokens)::bigint as cached_tokens,
  sum(output_tokens)::bigint as output_tokens
from (
  select
    date_trunc('hour', ended_at) as hour, model, failure,
    count(*) as turns,
    sum(input_tokens) as input_tokens, sum(cached_tokens) as cached_tokens, sum(output_tokens) as output_tokens
  from private.ended_turns group by 1, 2, 3
) by_failure
join (
  select date_trunc('hour', ended_at) as hour, model,
    percentile_cont(0.5) within group (order by first_text_ms)::integer as median
  from private.ended_turns group by 1, 2
) first_texts using (hour, model)
group by hour, model;
revoke all on private.turn_statistics from public, anon, authenticated;
grant usage on schema private to service_role;
grant select on private.turn_statistics, private.ended_turns to service_role;
