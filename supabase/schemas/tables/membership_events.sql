-- Every event about a membership. private.memberships follows from these rows, in whatever order they arrived.
create table private.membership_events (
  -- The platform's webhook-id, or an id of ours where there is none.
  id text primary key,
  membership_id text not null,
  received_at timestamptz not null default clock_timestamp(),
  -- When the platform last changed the membership. Orders its events.
  happened_at timestamptz not null,
  source text not null constraint membership_events_source_known check (source in ('platform', 'hand')),
  type text not null,
  -- False for another product of the platform. Such an event names no person.
  sold boolean not null default true,
  -- The person the checkout was opened for, or whom an operator named.
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
