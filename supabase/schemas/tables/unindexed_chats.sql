-- Chats whose deletion was undone, and chats that began with copies, while the search index does not have all of their
-- messages yet: none of those before this time that have search_later.
create table private.unindexed_chats (
  user_id uuid not null,
  chat_id uuid not null,
  before timestamptz not null default 'infinity',
  primary key (user_id, chat_id),
  constraint unindexed_chats_chat_fkey
    foreign key (user_id, chat_id) references public.chats (user_id, id) on delete cascade
);
alter table private.unindexed_chats enable row level security;
revoke all on private.unindexed_chats from public, anon, authenticated;
