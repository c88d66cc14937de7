-- Whether the database answers. Called by the function `health`, which needs no session.
create function public.health() returns boolean
language sql stable set search_path = '' as 'select true';
revoke execute on function public.health() from public, anon, authenticated;
grant execute on function public.health() to service_role;

-- One row per turn that ended, for the operator. It names no person and holds no words. Rows go after 90 days.
create table private.ended_turns (
  id bigint generated always as identity primary key,
  ended_at timestamptz not null default clock_timestamp(),
  model text not null,
  -- Null for a whole answer; else why there is none, as the code of the error that the person got, or 'stopped'.
  failure text,
  -- Milliseconds until the first text; null when there was none.
  first_text_ms integer,
  input_tokens integer,
  -- Of the input tokens, those that the provider had cached.
  cached_tokens integer,
  output_tokens integer
);
create index ended_turns_ended_at on private.ended_turns (ended_at);
alter table private.ended_turns enable row level security;
revoke all on private.ended_turns from public, anon, authenticated;

-- Counts a turn that ended, inside the statement that ends it, and removes two rows that are too old.
create function private.count_turn(
  p_model text, p_failure text default null, p_first_text_ms integer default null,
  p_input_tokens integer default null, p_cached_tokens integer default null, p_output_tokens integer default null
) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.ended_turns (model, failure, first_text_ms, input_tokens, cached_tokens, output_tokens)
    values (p_model, p_failure, p_first_text_ms, p_input_tokens, p_cached_tokens, p_output_tokens);
  delete from private.ended_turns where id = any (array(
    select id from private.ended_turns where ended_at < clock_timestamp() - interval '90 days'
    order by ended_at limit 2 for update skip locked));
end $$;
revoke execute on function private.count_turn(text, text, integer, integer, integer, integer)
  from public, anon, authenticated;

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
