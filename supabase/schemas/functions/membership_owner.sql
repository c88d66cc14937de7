-- Whose a membership is: the person whom an operator named last, else the one who was named first. An address names
-- nobody before it is confirmed, so a later sign-up takes no membership away. Null while no event names a person.
create function private.membership_owner(p_membership_id text) returns uuid
language sql stable set search_path = '' as $$
  select named.person
  from private.membership_events e cross join lateral private.event_person(e) named
  where e.membership_id = p_membership_id and named.person is not null
  order by
    case when e.source = 'hand' then e.happened_at end desc nulls last,
    named.since, named.person is distinct from e.member, e.happened_at, to_jsonb(e) - 'id' - 'received_at'
  limit 1
$$;
revoke execute on function private.membership_owner(text) from public, anon, authenticated;
