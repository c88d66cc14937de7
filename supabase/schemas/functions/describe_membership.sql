-- Everything that is known about the memberships of a person or of an address, for an operator: the person, or null,
-- and each membership with its events, oldest first.
create function public.describe_membership(p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person public.users;
  may_chat boolean;
begin
  select u.* into person
    from private.addresses d join auth.users a on a.id = d.user_id join public.users u on u.id = a.id
    where d.email = private.fold_address(p_email) order by a.email_confirmed_at is null, a.created_at limit 1;
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
        or m.id in (select membership_id from private.membership_events where email = private.fold_address(p_email))
    ));
end $$;
revoke execute on function public.describe_membership(text) from public, anon, authenticated;
grant execute on function public.describe_membership(text) to service_role;
