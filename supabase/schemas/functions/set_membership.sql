-- The one way a membership changes: the payment platform's word, by e-mail address.
-- A call whose p_event_at is not later than the newest one applied is ignored: a repeat, or overtaken. So is an event
-- of another membership than the one that is active now, unless it is active itself: an old one may end later.
-- Outcomes: applied, ignored, not_found.
create function public.set_membership(
  p_email text, p_status text, p_started_at timestamptz default null, p_ended_at timestamptz default null,
  p_membership_id text default null, p_event_at timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
begin
  select u.* into member from public.users u join auth.users a on a.id = u.id
    where lower(a.email) = lower(p_email) for no key update of u;
  if member.id is null then
    return jsonb_build_object('outcome', 'not_found');
  elsif p_event_at <= member.membership_event_at
    or p_event_at is not null and p_status <> 'active' and p_membership_id <> member.membership_id
      and private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'ignored');
  end if;
  update public.users set
    membership_status = p_status,
    membership_started_at = coalesce(p_started_at, membership_started_at),
    membership_ended_at = p_ended_at,
    membership_id = coalesce(p_membership_id, membership_id),
    membership_event_at = coalesce(p_event_at, membership_event_at)
  where id = member.id;
  return jsonb_build_object('outcome', 'applied');
end $$;
revoke execute on function public.set_membership(text, text, timestamptz, timestamptz, text, timestamptz)
  from public, anon, authenticated;
grant execute on function public.set_membership(text, text, timestamptz, timestamptz, text, timestamptz)
  to service_role;
