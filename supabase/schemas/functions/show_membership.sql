-- Writes a person's best membership into public.users: an active one, else one that starts later, else any other. Of
-- each kind first one of their own: paid with an address that they had confirmed, or given by an operator. The payer
-- writes the id in an event, so one that is theirs by that alone could hide their own and the link that ends it. Then
-- the active one that ends last, the next to start, the one heard of last. Without one the person is on trial.
create function private.show_membership(p_user_id uuid) returns void
language sql set search_path = '' as $$
  update public.users set
    membership_status = coalesce(best.status, 'trial'),
    membership_started_at = best.started_at,
    membership_renews_at = best.renews_at,
    membership_ended_at = best.ended_at,
    membership_id = case when not starts_with(best.id, 'hand:') then best.id end,
    membership_manage_url = best.manage_url,
    membership_event_at = best.event_at
  from (select 1) always left join lateral (
    select m.* from private.memberships m
    cross join lateral private.is_active(m.status, m.started_at, m.ended_at) is_active
    cross join lateral (select not is_active and private.is_active(m.status, null, m.ended_at)) later (is_coming)
    cross join lateral (select exists (
      select from private.membership_events e where e.membership_id = m.id and (e.source = 'hand' or exists (
        select from private.confirmed_addresses c where c.email = e.email and c.user_id = p_user_id))
    )) paid (is_own)
    where user_id = p_user_id
    order by
      is_active desc, is_coming desc, is_own desc,
      case when is_active then coalesce(ended_at, 'infinity') end desc, case when is_coming then started_at end,
      event_at desc, id
    limit 1
  ) best on true
  where users.id = p_user_id
$$;
revoke execute on function private.show_membership(uuid) from public, anon, authenticated;
