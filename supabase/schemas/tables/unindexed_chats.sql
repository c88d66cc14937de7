-- Chats of which the search index does not have all messages yet: their deletion was undone, or they began with copies.
create table private.unindexed_chats (
  user_id uuid not null,
  chat_id uuid not null,
  -- The messages older than this that have search_later are not in the index.
  before timestamptz not null default 'infinity',
  primary key (user_id, chat_id),
  constraint unindexed_chats_chat_fkey
    foreign key (user_id, chat_id) references public.chats (user_id, id) on delete cascade
);
alter table private.unindexed_chats enable row level security;
revoke all on private.unindexed_chats from public, anon, authenticated;
