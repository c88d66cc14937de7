-- Memberships get a table of their own, and public.users says what the best of a person's memberships says.
-- What a membership is follows from the events about it, whatever order they arrived in.

create table private.memberships (
  id text primary key,
  user_id uuid references public.users (id) on delete set null,
  email text,
  product text,
  plan text,
  status text not null
    constraint memberships_status_known check (status in ('trial', 'active', 'expired', 'cancelled')),
  started_at timestamptz,
  renews_at timestamptz,
  ended_at timestamptz,
  manage_url text constraint memberships_manage_url_is_https check (manage_url like 'https://%'),
  source text not null constraint memberships_source_known check (source in ('platform', 'hand')),
  event_at timestamptz not null
);
alter table private.memberships enable row level security;
revoke all on private.memberships from public, anon, authenticated;
create index memberships_user_id on private.memberships (user_id);

create table private.membership_events (
  id text primary key,
  membership_id text not null,
  received_at timestamptz not null default clock_timestamp(),
  happened_at timestamptz not null,
  source text not null constraint membership_events_source_known check (source in ('platform', 'hand')),
  type text not null,
  sold boolean not null default true,
  member uuid,
  email text,
  product text,
  plan text,
  status text not null
    constraint membership_events_status_known check (status in ('trial', 'active', 'expired', 'cancelled')),
  started_at timestamptz,
  renews_at timestamptz,
  ended_at timestamptz,
  manage_url text constraint membership_events_manage_url_is_https check (manage_url like 'https://%')
);
alter table private.membership_events enable row level security;
revoke all on private.membership_events from public, anon, authenticated;
create index membership_events_membership_id on private.membership_events (membership_id, happened_at);
create index membership_events_email on private.membership_events (email);

create table private.confirmed_addresses (
  email text not null,
  user_id uuid not null references public.users (id) on delete cascade,
  confirmed_at timestamptz not null,
  primary key (email, user_id, confirmed_at)
);
alter table private.confirmed_addresses enable row level security;
revoke all on private.confirmed_addresses from public, anon, authenticated;
create index confirmed_addresses_user_id on private.confirmed_addresses (user_id);

alter table public.users
  add column membership_renews_at timestamptz,
  add column membership_manage_url text
    constraint users_membership_manage_url_is_https check (membership_manage_url like 'https://%');

-- The one rule about who may create chats and send messages.
create function private.is_active(p_status text, p_ended_at timestamptz) returns boolean
language sql set search_path = '' as $$
  select p_status = 'active' and (p_ended_at is null or p_ended_at > pg_catalog.clock_timestamp())
$$;
revoke execute on function private.is_active(text, timestamptz) from public, anon, authenticated;

-- Whether what public.users says of a person is active.
create or replace function private.membership_is_active(member public.users) returns boolean
language sql set search_path = '' as $$
  select private.is_active(member.membership_status, member.membership_ended_at)
$$;

-- The event that says what a membership is now. Of two that happened at once, the one that ends it counts, a paid one
-- before a trial, and the one that ends later. An overdue payment does not undo what an operator has ended.
create function private.newest_membership_event(p_membership_id text) returns private.membership_events
language sql stable set search_path = '' as $$
  select * from private.membership_events e
  where membership_id = p_membership_id and type <> 'give_membership' and not (
    status = 'active' and renews_at <= happened_at and exists (
      select from private.membership_events ended
      where ended.membership_id = p_membership_id and ended.source = 'hand'
        and ended.type <> 'give_membership' and ended.status <> 'active' and ended.happened_at <= e.happened_at
        and not exists (
          select from private.membership_events paid
          where paid.membership_id = p_membership_id and paid.status = 'active'
            and paid.type <> 'give_membership' and (paid.renews_at is null or paid.renews_at > paid.happened_at)
            and paid.happened_at > ended.happened_at and paid.happened_at <= e.happened_at
        )
    )
  )
  order by happened_at desc, status in ('trial', 'active'), status = 'trial', ended_at desc nulls first,
    to_jsonb(e) - 'id' - 'received_at'
  limit 1
$$;
revoke execute on function private.newest_membership_event(text) from public, anon, authenticated;

-- The person an event names, and since when it does: by id since it happened, else by its address since it happened
-- and somebody had confirmed it. Of several people who had the address one after the other, the one who had it when
-- the event happened, else the first to confirm it. Nulls for nobody.
create function private.event_person(
  p_event private.membership_events, out person uuid, out since timestamptz
)
language sql stable set search_path = '' as $$
  select named.person, named.since
  -- A platform whose clock is ahead must not leave time for somebody else to confirm another address.
  from (select least(p_event.happened_at, p_event.received_at) as at) happened cross join lateral (
    select id as person, happened.at as since, true as by_id from public.users where id = p_event.member
    union all
    (select user_id, greatest(confirmed_at, happened.at), false
    from private.confirmed_addresses where email = p_event.email
    order by
      confirmed_at <= happened.at desc,
      case when confirmed_at <= happened.at then confirmed_at end desc,
      confirmed_at, user_id
    limit 1)
  ) named
  order by by_id desc limit 1
$$;
revoke execute on function private.event_person(private.membership_events) from public, anon, authenticated;

-- The person a membership belongs to: whoever an operator named last, else whoever was named first. An address names
-- nobody before it is confirmed, so that a later sign-up takes a membership from nobody. Null while no event names
-- anybody.
create function private.membership_owner(p_membership_id text) returns uuid
language sql stable set search_path = '' as $$
  select named.person
  from private.membership_events e cross join lateral private.event_person(e) named
  where e.membership_id = p_membership_id and named.person is not null
  order by
    case when e.source = 'hand' or e.type = 'before' then e.happened_at end desc nulls last,
    named.since, named.person is distinct from e.member, e.happened_at, to_jsonb(e) - 'id' - 'received_at'
  limit 1
$$;
revoke execute on function private.membership_owner(text) from public, anon, authenticated;

-- Writes what the best membership of a person says into public.users: an active one before all others, of these the
-- one that ends last, else the one that was heard of last. Whoever has none is on trial.
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
    select m.* from private.memberships m cross join lateral private.is_active(m.status, m.ended_at) is_active
    where user_id = p_user_id
    order by is_active desc, case when is_active then coalesce(ended_at, 'infinity') end desc, event_at desc, id
    limit 1
  ) best on true
  where users.id = p_user_id
$$;
revoke execute on function private.show_membership(uuid) from public, anon, authenticated;

-- Makes the rows of these memberships, and of everyone they belonged or belong to, what the events say.
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

-- Holds an address until the transaction ends, so that an event for it and its confirmation cannot miss each other.
create function private.lock_address(p_email text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('membership of ' || p_email, 0))
$$;
revoke execute on function private.lock_address(text) from public, anon, authenticated;

-- Adds one event and settles its membership. False when an event of this id was there before, unless its product was
-- not sold then and is now.
create function private.add_membership_event(p_event private.membership_events) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into private.membership_events (
    id, membership_id, happened_at, source, type, sold, member, email, product, plan,
    status, started_at, renews_at, ended_at, manage_url
  ) values (
    p_event.id, p_event.membership_id, p_event.happened_at, p_event.source, p_event.type, p_event.sold, p_event.member,
    p_event.email, p_event.product, p_event.plan, p_event.status, p_event.started_at, p_event.renews_at,
    p_event.ended_at, p_event.manage_url
  ) on conflict (id) do update set
    happened_at = excluded.happened_at,
    type = excluded.type,
    sold = excluded.sold,
    member = excluded.member,
    email = excluded.email,
    product = excluded.product,
    plan = excluded.plan,
    status = excluded.status,
    started_at = excluded.started_at,
    renews_at = excluded.renews_at,
    ended_at = excluded.ended_at,
    manage_url = excluded.manage_url
  where excluded.sold and not membership_events.sold and membership_events.membership_id = excluded.membership_id;
  if not found then
    return false;
  end if;
  insert into private.memberships (id, status, source, event_at)
    values (p_event.membership_id, p_event.status, p_event.source, p_event.happened_at) on conflict do nothing;
  perform private.settle_memberships(array[p_event.membership_id]);
  return true;
end $$;
revoke execute on function private.add_membership_event(private.membership_events) from public, anon, authenticated;

-- Takes an event of the payment platform. Its arguments are columns of private.membership_events.
-- Outcomes: applied, ignored (seen before, or a newer one was applied), kept (the membership is nobody's yet).
create function public.record_membership_event(
  p_id text, p_membership_id text, p_happened_at timestamptz, p_type text, p_status text,
  p_started_at timestamptz default null, p_renews_at timestamptz default null, p_ended_at timestamptz default null,
  p_member uuid default null, p_email text default null, p_product text default null, p_plan text default null,
  p_manage_url text default null, p_sold boolean default true
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  event private.membership_events;
begin
  event.id := p_id;
  event.membership_id := p_membership_id;
  event.happened_at := p_happened_at;
  event.source := 'platform';
  event.type := p_type;
  event.sold := p_sold;
  event.member := p_member;
  event.email := lower(p_email);
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

-- Remembers who confirmed which address when, and gives them the memberships that waited for it.
create function private.confirm_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.email_confirmed_at is not null and lower(old.email) = lower(new.email) then
    return null;
  end if;
  perform private.lock_address(lower(new.email));
  insert into private.confirmed_addresses (email, user_id, confirmed_at)
    values (lower(new.email), new.id, clock_timestamp());
  perform private.settle_memberships(
    array(select distinct membership_id from private.membership_events where email = lower(new.email)));
  return null;
end $$;
revoke execute on function private.confirm_address() from public, anon, authenticated;

-- Named to run after add_user, which makes the row in public.users.
create trigger confirm_address after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email is not null and new.email_confirmed_at is not null)
  execute function private.confirm_address();

-- What an operator granted goes with the person; what the platform sold stays, for whoever confirms its address.
-- Locks memberships before the person's row is deleted, as everything else does.
create function private.release_memberships() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.memberships where user_id = old.id order by id for update;
  with granted as (
    delete from private.memberships m where user_id = old.id
      and not exists (select from private.membership_events where membership_id = m.id and source = 'platform')
    returning id
  )
  delete from private.membership_events where membership_id in (select id from granted);
  return old;
end $$;
revoke execute on function private.release_memberships() from public, anon, authenticated;

create trigger release_memberships before delete on auth.users
  for each row execute function private.release_memberships();

-- Sets a membership by hand, by e-mail address. Without p_membership_id, `active` is a membership of its own, and any
-- other status is for everything the person has. What is not named keeps its start and loses its end. `active` alone
-- for a membership that the platform sold gives it to the person and leaves its status and its dates as they are.
-- Outcomes: applied, not_found.
-- With p_event_at it is an event of the platform as functions before version 0.2 report it (applied, ignored,
-- not_found).
create or replace function public.set_membership(
  p_email text, p_status text, p_started_at timestamptz default null, p_ended_at timestamptz default null,
  p_membership_id text default null, p_event_at timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
  others text[] := '{}';
  event private.membership_events;
begin
  select a.id into person from auth.users a join public.users u on u.id = a.id
    where lower(a.email) = lower(p_email) order by a.email_confirmed_at is null, a.created_at limit 1;
  if person is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  event.type := 'set_membership';
  event.member := person;
  event.sold := true;
  event.status := p_status;
  event.started_at := p_started_at;
  event.ended_at := p_ended_at;

  if p_event_at is not null then
    event.source := 'platform';
    event.happened_at := p_event_at;
    event.membership_id := coalesce(p_membership_id, 'hand:' || person);
    event.id := 'call:' || md5(jsonb_build_array(
      event.membership_id, person, p_status, p_started_at, p_ended_at, p_event_at)::text);
    if not private.add_membership_event(event) then
      return jsonb_build_object('outcome', 'ignored');
    end if;
    return jsonb_build_object('outcome', case
      when event.id = (private.newest_membership_event(event.membership_id)).id then 'applied' else 'ignored' end);
  end if;

  perform from private.memberships where user_id = person order by id for update;
  event.source := 'hand';
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

-- What is there already: every address that somebody confirmed, and every membership as public.users has it. Two
-- people who were given the same id by hand both keep their membership; the second under an id of its own.
insert into private.confirmed_addresses (email, user_id, confirmed_at)
  select lower(a.email), a.id, a.email_confirmed_at from auth.users a join public.users u on u.id = a.id
  where a.email is not null and a.email_confirmed_at is not null;

insert into private.membership_events (
  id, membership_id, happened_at, source, type, member, status, started_at, ended_at
)
select 'before:' || u.id,
  case when row_number() over (
    partition by u.membership_id
    order by u.membership_status = 'active' desc, u.membership_event_at desc nulls last, u.id
  ) = 1 then coalesce(u.membership_id, 'hand:' || u.id) else 'hand:' || u.id end,
  coalesce(u.membership_event_at, u.membership_started_at, a.created_at),
  case when u.membership_event_at is null then 'hand' else 'platform' end,
  'before', u.id, u.membership_status, u.membership_started_at, u.membership_ended_at
from public.users u join auth.users a on a.id = u.id
where (u.membership_status, u.membership_started_at, u.membership_ended_at, u.membership_id)
  is distinct from ('trial', null::timestamptz, null::timestamptz, null::text);

insert into private.memberships (id, user_id, status, started_at, ended_at, source, event_at)
  select membership_id, member, status, started_at, ended_at, source, happened_at
  from private.membership_events where type = 'before';
