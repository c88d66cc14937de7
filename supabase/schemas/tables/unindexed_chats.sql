-- Chats of which the search index does not have all messages yet: they began with copies. Deleted ones stay until they are
-- purged, because an Undo brings them back.
create table private.unindexed_chats (
  user_id uuid not null,
  chat_id uuid not null,
  -- The messages older than this that have search_later are not in the index.
  before timestamptz not null default 'infinity',
  primary key (user_id, chat_id)
);
alter table private.unindexed_chats enable row level security;
revoke all on private.unindexed_chats from public, anon, authenticated;
