-- The person an event names, and since when. By id: since the event happened. Else by its address: since it had
-- happened and the person had confirmed the address. Of several who had the address one after the other, the one who
-- had it when the event happened, else the first to confirm it. Nulls for nobody.
create function private.event_person(
  p_event private.membership_events, out person uuid, out since timestamptz
)
language sql stable set search_path = '' as $$
  select named.person, named.since
  -- With the platform's clock ahead, somebody else could confirm another address before the event has happened.
  from (select least(p_event.happened_at, p_event.received_at) as at) happened cross join lateral (
    select id as person, happened.at as since, true as by_id from public.users where id = p_event.member
    union all
    (select user_id, greatest(confirmed_at, happened.at), false
    from private.confirmed_addresses where email = p_event.email
    order by
      confirmed_at <= happened.at desc,
      case when confirmed_at <= happened.at then confirmed_at end desc,
      confirmed_at, user_id
    limit 1)
  ) named
  order by by_id desc limit 1
$$;
revoke execute on function private.event_person(private.membership_events) from public, anon, authenticated;
