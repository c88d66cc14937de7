-- Members: one row per account of the sign-in service. private.show_membership writes the columns membership_*.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  membership_status text not null default 'trial'
    constraint users_membership_status_known
      check (membership_status in ('trial', 'active', 'expired', 'cancelled')),
  membership_started_at timestamptz,
  membership_ended_at timestamptz,
  -- The payment platform's id of the membership.
  membership_id text,
  -- When the newest event of the membership happened.
  membership_event_at timestamptz,
  -- When the next payment is due; past while it is overdue. Null when the membership does not renew.
  membership_renews_at timestamptz,
  -- Where the payer manages the membership.
  membership_manage_url text
    constraint users_membership_manage_url_is_https check (membership_manage_url like 'https://%'),
  -- What the person asks of all models; null for nothing.
  instructions text constraint users_instructions_short check (length(instructions) between 1 and 2000)
);

alter table public.users enable row level security;
revoke all on public.users from anon, authenticated;
grant select on public.users to authenticated;

create policy "members read their own user" on public.users
  for select to authenticated using (id = (select auth.uid()));

create trigger add_user after insert on auth.users
  for each row execute function private.add_user();

-- Triggers fire in the order of their names: these two after add_user.
create trigger confirm_address after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email is not null and new.email_confirmed_at is not null)
  execute function private.confirm_address();

create trigger note_address after insert or update of email on auth.users
  for each row execute function private.note_address();

create trigger release_memberships before delete on auth.users
  for each row execute function private.release_memberships();

-- After the foreign keys have deleted the person's chats.
create trigger forget_deleted_chats after delete on public.users
  for each row execute function private.forget_deleted_chats();

-- For people who signed up before this database had these tables.
insert into public.users (id) select id from auth.users;
