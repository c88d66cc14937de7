-- One row per auth user. SPEC 3 (users), 4 (membership status).
create schema if not exists private;
revoke all on schema private from public;

-- Hosted projects may bring GraphQL, a second way to every table. Nothing here uses it.
drop extension if exists pg_graphql;

create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  membership_status text not null default 'trial'
    constraint users_membership_status_known
      check (membership_status in ('trial', 'active', 'expired', 'cancelled')),
  membership_started_at timestamptz,
  membership_ended_at timestamptz,
  membership_id text
);

alter table public.users enable row level security;
revoke all on public.users from anon, authenticated;
grant select on public.users to authenticated;

create policy "members read their own user" on public.users
  for select to authenticated using (id = (select auth.uid()));

create function private.add_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.users (id) values (new.id) on conflict do nothing;
  return new;
end $$;
revoke execute on function private.add_user() from public, anon, authenticated;

create trigger add_user after insert on auth.users
  for each row execute function private.add_user();

insert into public.users (id) select id from auth.users on conflict do nothing;

-- The one rule of DESIGN 3.4: who may create chats and send messages.
create function private.membership_is_active(member public.users) returns boolean
language sql set search_path = '' as $$
  select member.membership_status = 'active'
    and (member.membership_ended_at is null or member.membership_ended_at > pg_catalog.clock_timestamp())
$$;
revoke execute on function private.membership_is_active(public.users) from public, anon, authenticated;
