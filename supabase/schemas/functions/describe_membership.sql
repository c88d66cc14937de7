-- Everything that is known about the memberships of a person or of an address, for an operator: the person, or null,
-- and each membership with its events, oldest first.
create function public.describe_membership(p_email text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person record;
begin
  select u.*, a.email, a.email_confirmed_at, private.membership_is_active(u) as is_active into person
    from auth.users a join public.users u on u.id = a.id
    where lower(a.email) = lower(p_email) order by a.email_confirmed_at is null, a.created_at limit 1;
  return jsonb_build_object(
    'person', case when person.id is not null then to_jsonb(person) end,
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
