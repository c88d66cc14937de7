-- How much a member has used in the current minute and day, for the limits. A table of its own, so that deleting chats
-- does not reset it.
create table private.usage (
  user_id uuid not null references public.users (id) on delete cascade,
  kind text not null
    constraint usage_kind_known check (kind in ('turns_minute', 'turns_day', 'chats_minute', 'searches_minute',
      'imported_messages_day', 'imported_kb_day')),
  started_at timestamptz not null,
  used integer not null,
  primary key (user_id, kind)
);
alter table private.usage enable row level security;
revoke all on private.usage from public, anon, authenticated;
