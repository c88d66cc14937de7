-- A membership that starts later is not active before it starts.

-- The one rule about who may create chats and send messages. A start that is only minutes ahead has come: the clock of
-- the payment platform may be ahead of this one.
create function private.is_active(p_status text, p_started_at timestamptz, p_ended_at timestamptz) returns boolean
language sql set search_path = '' as $$
  select p_status = 'active'
    and (p_started_at is null or p_started_at <= pg_catalog.clock_timestamp() + interval '5 minutes')
    and (p_ended_at is null or p_ended_at > pg_catalog.clock_timestamp())
$$;
revoke execute on function private.is_active(text, timestamptz, timestamptz) from public, anon, authenticated;

-- Writes what the best membership of a person says into public.users: an active one before all others, of these the
-- one that ends last; then the next one to start; else the one that was heard of last. Whoever has none is on trial.
create or replace function private.show_membership(p_user_id uuid) returns void
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

-- Whether a person may chat now. When another membership of theirs has started since public.users was written, it is
-- shown there from now on.
create or replace function private.membership_is_active(member public.users) returns boolean
language plpgsql set search_path = '' as $$
begin
  if private.is_active(member.membership_status, member.membership_started_at, member.membership_ended_at) then
    return true;
  end if;
  if not exists (select from private.memberships m
    where m.user_id = member.id and private.is_active(m.status, m.started_at, m.ended_at)) then
    return false;
  end if;
  -- Locked by a statement of its own, so that the next one sees what others have written meanwhile.
  perform from public.users where id = member.id for no key update;
  perform private.show_membership(member.id);
  select * into member from public.users where id = member.id;
  return private.is_active(member.membership_status, member.membership_started_at, member.membership_ended_at);
end $$;
revoke execute on function private.membership_is_active(public.users) from public, anon, authenticated;

-- Everything that is known about the memberships of a person or of an address, for an operator: the person, or null,
-- and each membership with its events, oldest first.
create or replace function public.describe_membership(p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person public.users;
  may_chat boolean;
begin
  select u.* into person
    from private.addresses d join auth.users a on a.id = d.user_id join public.users u on u.id = a.id
    where d.email = lower(p_email) order by a.email_confirmed_at is null, a.created_at limit 1;
  may_chat := private.membership_is_active(person);
  return jsonb_build_object(
    'person', (
      select to_jsonb(u) || jsonb_build_object(
        'email', a.email, 'email_confirmed_at', a.email_confirmed_at, 'is_active', may_chat)
      from public.users u join auth.users a on a.id = u.id where u.id = person.id),
    'memberships', (
      select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object(
        'events', (select jsonb_agg(to_jsonb(e) order by e.happened_at, e.received_at)
          from private.membership_events e where e.membership_id = m.id)
      ) order by m.id), '[]')
      from private.memberships m
      where m.user_id = person.id
        or m.id in (select membership_id from private.membership_events where email = lower(p_email))
    ));
end $$;
revoke execute on function public.describe_membership(text) from public, anon, authenticated;
grant execute on function public.describe_membership(text) to service_role;
drop function private.is_active(text, timestamptz);

-- What is shown of everybody whose membership starts later follows the rule too.
do $$
declare
  person uuid;
begin
  for person in select user_id from private.memberships
    where status = 'active' and started_at > clock_timestamp() and user_id is not null order by 1
  loop
    perform from public.users where id = person for no key update;
    perform private.show_membership(person);
  end loop;
end $$;
