-- Chats with messages that the search index lacks, because they were copied or imported. Deleted chats stay until they
-- are purged, because they may be restored.
create table private.unindexed_chats (
  user_id uuid not null,
  chat_id uuid not null,
  -- Messages older than this are not in the index where they have search_later.
  before timestamptz not null default 'infinity',
  primary key (user_id, chat_id)
);
alter table private.unindexed_chats enable row level security;
revoke all on private.unindexed_chats from public, anon, authenticated;
