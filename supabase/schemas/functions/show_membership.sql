-- Writes what the best membership of a person says into public.users: an active one before all others, of these the
-- one that ends last; then the next one to start; else the one that was heard of last. Whoever has none is on trial.
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
    where user_id = p_user_id
    order by
      is_active desc, case when is_active then coalesce(ended_at, 'infinity') end desc,
      is_coming desc, case when is_coming then started_at end,
      event_at desc, id
    limit 1
  ) best on true
  where users.id = p_user_id
$$;
revoke execute on function private.show_membership(uuid) from public, anon, authenticated;
