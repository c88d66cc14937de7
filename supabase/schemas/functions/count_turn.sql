-- Counts a turn in the statement that ends it, and deletes two rows that are too old.
create function private.count_turn(
  p_model text, p_failure text default null, p_first_text_ms integer default null,
  p_input_tokens integer default null, p_cached_tokens integer default null, p_output_tokens integer default null
) returns void
language plpgsql set search_path = '' as $$
declare
  -- A constant, because no index is used for clock_timestamp(), which is volatile.
  oldest constant timestamptz := clock_timestamp() - interval '90 days';
begin
  insert into private.ended_turns (model, failure, first_text_ms, input_tokens, cached_tokens, output_tokens)
    values (p_model, p_failure, p_first_text_ms, p_input_tokens, p_cached_tokens, p_output_tokens);
  delete from private.ended_turns where id = any (array(
    select id from private.ended_turns where ended_at < oldest
    order by ended_at limit 2 for update skip locked));
end $$;
revoke execute on function private.count_turn(text, text, integer, integer, integer, integer)
  from public, anon, authenticated;
