-- The ids of deleted chats. None is used again, not even by a retry that comes late.
create table private.deleted_chats (id uuid primary key);
alter table private.deleted_chats enable row level security;
revoke all on private.deleted_chats from public, anon, authenticated;
