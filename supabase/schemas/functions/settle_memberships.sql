-- Writes these memberships, and public.users for everybody they belonged or belong to, from the events.
-- Lock order: address, membership (by id), user (by id).
create function private.settle_memberships(p_ids text[]) returns void
language plpgsql set search_path = '' as $$
declare
  people uuid[];
  person uuid;
begin
  perform from private.memberships where id = any (p_ids) order by id for update;
  people := array(select user_id from private.memberships where id = any (p_ids));
  update private.memberships m set
    user_id = private.membership_owner(m.id),
    email = e.email,
    product = e.product,
    plan = e.plan,
    status = e.status,
    started_at = e.started_at,
    renews_at = e.renews_at,
    ended_at = e.ended_at,
    manage_url = e.manage_url,
    source = e.source,
    event_at = e.happened_at
  from unnest(p_ids) given (id) cross join lateral private.newest_membership_event(given.id) e
  where m.id = given.id;
  people := people || array(select user_id from private.memberships where id = any (p_ids));
  for person in select distinct unnest from unnest(people) where unnest is not null order by 1 loop
    -- Locked by a statement of its own, so that the next one sees what others have written meanwhile.
    perform from public.users where id = person for no key update;
    perform private.show_membership(person);
  end loop;
end $$;
revoke execute on function private.settle_memberships(text[]) from public, anon, authenticated;
