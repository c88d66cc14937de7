-- What a turn returns, with the columns that messages had before there were attempts.
create function private.message_as_before(p_outcome jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select p_outcome || coalesce((
    select jsonb_object_agg(key, value || '{"answering_until": null}')
    from jsonb_each(p_outcome) where key in ('question', 'reply')), '{}')
$$;
revoke execute on function private.message_as_before(jsonb) from public, anon, authenticated;
