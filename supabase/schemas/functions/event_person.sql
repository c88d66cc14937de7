-- The person an event names: by id, else by its address. Of several people who had the address one after the other,
-- the one who had it when it happened, else when it was received, else the first to confirm it. Null for nobody.
create function private.event_person(p_event private.membership_events) returns uuid
language sql stable set search_path = '' as $$
  select coalesce(
    (select id from public.users where id = p_event.member),
    (select user_id from private.confirmed_addresses where email = p_event.email
    order by
      confirmed_at <= least(p_event.happened_at, p_event.received_at) desc,
      confirmed_at <= p_event.received_at desc,
      case when confirmed_at <= p_event.received_at then confirmed_at end desc,
      confirmed_at, user_id
    limit 1)
  )
$$;
revoke execute on function private.event_person(private.membership_events) from public, anon, authenticated;
