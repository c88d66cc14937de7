-- Adds an event of the payment platform. The arguments are columns of private.membership_events.
-- Outcomes: applied, ignored (seen before, no news, or a newer one was applied), kept (the membership is nobody's yet).
create function public.record_membership_event(
  p_id text, p_membership_id text, p_happened_at timestamptz, p_type text, p_status text,
  p_started_at timestamptz default null, p_renews_at timestamptz default null, p_ended_at timestamptz default null,
  p_member uuid default null, p_email text default null, p_product text default null, p_plan text default null,
  p_manage_url text default null, p_sold boolean default true
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  event private.membership_events;
  known private.membership_events;
begin
  event.id := p_id;
  event.membership_id := p_membership_id;
  event.happened_at := p_happened_at;
  event.source := 'platform';
  event.type := p_type;
  event.sold := p_sold;
  event.member := p_member;
  event.email := private.fold_address(p_email);
  event.product := p_product;
  event.plan := p_plan;
  event.status := p_status;
  event.started_at := p_started_at;
  event.renews_at := p_renews_at;
  event.ended_at := p_ended_at;
  event.manage_url := p_manage_url;
  if event.email is not null then
    perform private.lock_address(event.email);
  end if;
  -- A pulled membership may not say when it changed. It is ignored where it says the same as the platform's newest
  -- event. When it ended, or its payment was due, is then taken from the event that said so first.
  select * into known from private.membership_events
    where membership_id = p_membership_id and source = 'platform' order by happened_at desc, received_at desc limit 1;
  if p_type = 'membership.pulled' and event.status = known.status and (event.status not in ('trial', 'active')
    or known.renews_at <= known.happened_at and event.renews_at <= event.happened_at) then
    event.renews_at := known.renews_at;
    event.ended_at := known.ended_at;
  end if;
  if p_type = 'membership.pulled'
    and to_jsonb(event) - '{id,type,happened_at,received_at}'::text[]
      = to_jsonb(known) - '{id,type,happened_at,received_at}'::text[] then
    return jsonb_build_object('outcome', 'ignored');
  end if;
  if not private.add_membership_event(event) then
    return jsonb_build_object('outcome', 'ignored');
  end if;
  return jsonb_build_object('outcome', case
    when event.id <> (private.newest_membership_event(event.membership_id)).id then 'ignored'
    when exists (select from private.memberships where id = p_membership_id and user_id is null) then 'kept'
    else 'applied'
  end);
end $$;
revoke execute on function public.record_membership_event(
  text, text, timestamptz, text, text, timestamptz, timestamptz, timestamptz, uuid, text, text, text, text,
  boolean
) from public, anon, authenticated;
grant execute on function public.record_membership_event(
  text, text, timestamptz, text, text, timestamptz, timestamptz, timestamptz, uuid, text, text, text, text,
  boolean
) to service_role;
