-- Imports of chats from elsewhere, each under an id that its page chose. For ten minutes after its newest batch it can be
-- taken back.
create table private.imports (
  user_id uuid not null references public.users (id) on delete cascade,
  id uuid not null,
  newest_at timestamptz not null,
  -- True once it was taken back: no batch of it comes late.
  is_undone boolean not null default false,
  -- False once nothing in private.imported_pieces is of it any more.
  is_open boolean not null default true,
  primary key (user_id, id)
);
create index imports_to_close on private.imports (newest_at) where is_open;
alter table private.imports enable row level security;
revoke all on private.imports from public, anon, authenticated;
