-- Questions (inbound, of the user) and their answers (outbound, of the assistant).
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  chat_id uuid not null references public.chats (id) on delete cascade,
  -- The chat's owner again, so that row-level security needs no join.
  user_id uuid not null references public.users (id) on delete cascade,
  -- Strictly later than every older message of the chat.
  created_at timestamptz not null,
  direction text not null
    constraint messages_direction_known check (direction in ('inbound', 'outbound')),
  role text not null
    constraint messages_role_known check (role in ('user', 'assistant')),
  content text not null constraint messages_content_present check (content <> ''),
  -- On an answer: the model that wrote it.
  model text
    constraint messages_model_known check (model in ('chatgpt-4', 'chatgpt-5', 'grok', 'claude-4')),
  -- On an answer: its question. A question has at most one answer.
  reply_to uuid unique references public.messages (id) on delete cascade,
  -- On a question: until when it is claimed by the function that is answering it; null when nobody is.
  answering_until timestamptz,
  -- On a question: when the person pressed Stop.
  stopped_at timestamptz,
  -- On a question: the newest claim on it. Whoever renews, stores or gives up names the claim that it was given.
  claim_id uuid,
  -- On a question: how many requests wait for the answer that another one is writing.
  waiting smallint not null default 0,
  constraint messages_role_matches_direction check ((direction = 'inbound') = (role = 'user')),
  constraint messages_only_replies_reply check ((role = 'assistant') = (reply_to is not null)),
  constraint messages_one_order_per_chat unique (chat_id, created_at)
) with (fillfactor = 85);

-- The messages of a chat in order, and the pages of a long chat. It begins with the owner, whom row-level security
-- adds to every read: the planner takes owner and chat for unrelated and would otherwise sort the whole chat.
create index messages_of_user on public.messages (user_id, chat_id, created_at, id);

-- All messages of a person from the newest.
create index messages_newest_first on public.messages (user_id, created_at);

-- What a search finds. New words wait in a list of at most half a megabyte, so that storing a message writes to one place
-- and not to a hundred. Without statistics, which would take seconds to gather and which no query needs.
create index messages_search on public.messages using gin (private.search_words(user_id, content))
  with (gin_pending_list_limit = 512);
alter index public.messages_search alter column 1 set statistics 0;

alter table public.messages enable row level security;
revoke all on public.messages from anon, authenticated;
grant select on public.messages to authenticated;

create policy "members read their own messages" on public.messages
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.messages', 'content', 1)));
