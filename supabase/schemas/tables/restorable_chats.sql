-- Chats that were deleted in the last ten minutes, as they were. Their messages and broken-off answers are in
-- restorable_messages and restorable_attempts. Nobody reads them; public.restore_chat puts them back. All columns but
-- deleted_at are those of public.chats: a migration that changes those changes these too.
-- No foreign keys: the rows of a person whose account goes are removed by a trigger on public.users.
create table private.restorable_chats (
  like public.chats,
  deleted_at timestamptz not null default clock_timestamp(),
  primary key (user_id, id)
);
create index restorable_chats_id on private.restorable_chats (id);
create index restorable_chats_deleted_at on private.restorable_chats (deleted_at);
alter table private.restorable_chats enable row level security;
revoke all on private.restorable_chats from public, anon, authenticated;
