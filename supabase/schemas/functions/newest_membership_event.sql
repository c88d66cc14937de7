-- The event that says what a membership is now. Of two that happened at once, the one that ends it counts,
-- and a paid one before a trial.
create function private.newest_membership_event(p_membership_id text) returns private.membership_events
language sql stable set search_path = '' as $$
  select * from private.membership_events e where membership_id = p_membership_id
  order by happened_at desc, status in ('trial', 'active'), status = 'trial', ended_at, to_jsonb(e) - 'id' - 'received_at'
  limit 1
$$;
revoke execute on function private.newest_membership_event(text) from public, anon, authenticated;
