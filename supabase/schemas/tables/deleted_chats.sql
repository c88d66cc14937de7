-- Deleted chats. A chat is in public.chats or here, never in both. For ten minutes its owner can have it back; then what
-- was in it is removed, and its id alone stays: its owner uses none again, not even by a retry that comes late.
create table private.deleted_chats (
  id uuid not null,
  user_id uuid not null,
  deleted_at timestamptz not null default clock_timestamp(),
  -- The row of public.chats. Null when all that was in the chat has been removed.
  chat jsonb,
  primary key (user_id, id)
);
create index deleted_chats_id on private.deleted_chats (id) where chat is not null;
create index deleted_chats_to_purge on private.deleted_chats (deleted_at) where chat is not null;
alter table private.deleted_chats enable row level security;
revoke all on private.deleted_chats from public, anon, authenticated;
