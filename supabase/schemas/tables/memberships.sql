-- One row per membership: what the newest event about it says, and whose it is.
create table private.memberships (
  -- The payment platform's id. One that an operator granted without naming an id begins with 'hand:'.
  id text primary key,
  -- Null while it is nobody's; see private.membership_owner.
  user_id uuid references public.users (id) on delete set null,
  email text,
  product text,
  plan text,
  status text not null
    constraint memberships_status_known check (status in ('trial', 'active', 'expired', 'cancelled')),
  started_at timestamptz,
  -- When the next payment is due; past while it is overdue. Null when it does not renew.
  renews_at timestamptz,
  -- When it stops being active, the grace after the paid period included. Null for never.
  ended_at timestamptz,
  -- The page where its payer manages it.
  manage_url text constraint memberships_manage_url_is_https check (manage_url like 'https://%'),
  -- Who the newest event comes from.
  source text not null constraint memberships_source_known check (source in ('platform', 'hand')),
  -- When that event happened.
  event_at timestamptz not null
);
alter table private.memberships enable row level security;
revoke all on private.memberships from public, anon, authenticated;
create index memberships_user_id on private.memberships (user_id);
