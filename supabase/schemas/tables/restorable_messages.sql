-- The messages of private.restorable_chats. The columns are those of public.messages: a migration that changes those
-- changes these too.
create table private.restorable_messages (
  like public.messages,
  primary key (user_id, chat_id, created_at)
);
create index restorable_messages_id on private.restorable_messages (id);
alter table private.restorable_messages enable row level security;
revoke all on private.restorable_messages from public, anon, authenticated;
