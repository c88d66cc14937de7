-- Deleted chats. A chat is in public.chats or here, never in both. Its owner can restore it for ten minutes; then its
-- messages are deleted. The id stays, so that a late retry does not create the chat again.
create table private.deleted_chats (
  id uuid not null,
  user_id uuid not null,
  deleted_at timestamptz not null default clock_timestamp(),
  -- The row of public.chats. Null once the messages are deleted.
  chat jsonb,
  primary key (user_id, id)
);
create index deleted_chats_id on private.deleted_chats (id) where chat is not null;
create index deleted_chats_to_purge on private.deleted_chats (deleted_at) where chat is not null;
alter table private.deleted_chats enable row level security;
revoke all on private.deleted_chats from public, anon, authenticated;
