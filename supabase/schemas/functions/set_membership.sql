-- Sets a membership by hand, by e-mail address. Without p_membership_id, `active` sets one that the platform did not
-- sell, and any other status sets all active ones of the person. Without p_started_at the start stays, without
-- p_ended_at there is no end. `active` without either, for a membership that the platform sold, gives it to the person
-- and leaves its status and dates as they are.
-- Outcomes: applied, not_found.
create function public.set_membership(
  p_email text, p_status text, p_started_at timestamptz default null, p_ended_at timestamptz default null,
  p_membership_id text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
  others text[] := '{}';
  event private.membership_events;
begin
  select a.id into person from private.addresses d join auth.users a on a.id = d.user_id
    where d.email = private.fold_address(p_email) order by a.email_confirmed_at is null, a.created_at limit 1;
  if person is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  event.source := 'hand';
  event.type := 'set_membership';
  event.member := person;
  event.sold := true;
  event.status := p_status;
  event.started_at := p_started_at;
  event.ended_at := p_ended_at;

  perform from private.memberships where user_id = person order by id for update;
  if p_status = 'active' and p_started_at is null and p_ended_at is null and exists (
    select from private.membership_events where membership_id = p_membership_id and source = 'platform' and sold
  ) then
    event.membership_id := p_membership_id;
    event.id := 'hand:' || gen_random_uuid();
    event.type := 'give_membership';
    event.happened_at := clock_timestamp();
    perform private.add_membership_event(event);
    return jsonb_build_object('outcome', 'applied');
  end if;
  event.membership_id := coalesce(
    p_membership_id,
    (select id from private.memberships m where user_id = person and (p_status <> 'active' or not exists (
        select from private.membership_events where membership_id = m.id and source = 'platform'))
      order by status = 'active' desc, event_at desc, id limit 1),
    'hand:' || person);
  if p_membership_id is null and p_status <> 'active' then
    others := array(select id from private.memberships
      where user_id = person and status = 'active' and id <> event.membership_id order by id);
  end if;
  event.started_at := coalesce(
    p_started_at,
    (select started_at from private.memberships where id = event.membership_id),
    (select membership_started_at from public.users where id = person));
  foreach event.membership_id in array others || event.membership_id loop
    event.id := 'hand:' || gen_random_uuid();
    event.happened_at := greatest(
      clock_timestamp(),
      (private.newest_membership_event(event.membership_id)).happened_at + interval '1 microsecond');
    perform private.add_membership_event(event);
  end loop;
  return jsonb_build_object('outcome', 'applied');
end $$;
revoke execute on function public.set_membership(text, text, timestamptz, timestamptz, text)
  from public, anon, authenticated;
grant execute on function public.set_membership(text, text, timestamptz, timestamptz, text) to service_role;
