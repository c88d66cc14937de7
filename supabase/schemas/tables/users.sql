-- Members: one row per account of the sign-in service.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  membership_status text not null default 'trial'
    constraint users_membership_status_known
      check (membership_status in ('trial', 'active', 'expired', 'cancelled')),
  membership_started_at timestamptz,
  membership_ended_at timestamptz,
  -- The payment platform's id of the membership.
  membership_id text,
  -- When the newest change that was applied happened at the payment platform.
  membership_event_at timestamptz
);

alter table public.users enable row level security;
revoke all on public.users from anon, authenticated;
grant select on public.users to authenticated;

create policy "members read their own user" on public.users
  for select to authenticated using (id = (select auth.uid()));

create trigger add_user after insert on auth.users
  for each row execute function private.add_user();
