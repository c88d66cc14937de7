-- Imports of chats, each under an id that its page chose. For ten minutes after its newest batch it can be undone.
create table private.imports (
  user_id uuid not null references public.users (id) on delete cascade,
  id uuid not null,
  newest_at timestamptz not null,
  -- Once true, a late batch is refused.
  is_undone boolean not null default false,
  -- False once its rows of private.imported_pieces are purged.
  is_open boolean not null default true,
  primary key (user_id, id)
);
create index imports_to_close on private.imports (newest_at) where is_open;
alter table private.imports enable row level security;
revoke all on private.imports from public, anon, authenticated;
