-- Adds an event and settles its membership. False when the event is known already, unless its product was not sold then
-- and is now.
create function private.add_membership_event(p_event private.membership_events) returns boolean
language plpgsql set search_path = '' as $$
begin
  p_event.received_at := clock_timestamp();
  insert into private.membership_events select p_event.* on conflict (id) do update set
    happened_at = excluded.happened_at,
    type = excluded.type,
    sold = excluded.sold,
    member = excluded.member,
    email = excluded.email,
    product = excluded.product,
    plan = excluded.plan,
    status = excluded.status,
    started_at = excluded.started_at,
    renews_at = excluded.renews_at,
    ended_at = excluded.ended_at,
    manage_url = excluded.manage_url
  where excluded.sold and not membership_events.sold and membership_events.membership_id = excluded.membership_id;
  if not found then
    return false;
  end if;
  insert into private.memberships (id, status, source, event_at)
    values (p_event.membership_id, p_event.status, p_event.source, p_event.happened_at) on conflict do nothing;
  perform private.settle_memberships(array[p_event.membership_id]);
  return true;
end $$;
revoke execute on function private.add_membership_event(private.membership_events) from public, anon, authenticated;
