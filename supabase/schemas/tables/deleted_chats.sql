-- The ids of deleted chats. Their owner uses none again, not even by a retry that comes late.
create table private.deleted_chats (
  id uuid not null,
  user_id uuid not null,
  primary key (user_id, id)
);
alter table private.deleted_chats enable row level security;
revoke all on private.deleted_chats from public, anon, authenticated;
