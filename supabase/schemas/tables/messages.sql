-- Questions (inbound, of the user) and their answers (outbound, of the assistant). A question may have several.
create table public.messages (
  id uuid not null default gen_random_uuid(),
  chat_id uuid not null,
  -- The chat's owner again, so that row-level security needs no join.
  user_id uuid not null,
  -- Later than that of every older message of the chat.
  created_at timestamptz not null,
  direction text not null
    constraint messages_direction_known check (direction in ('inbound', 'outbound')),
  role text not null
    constraint messages_role_known check (role in ('user', 'assistant')),
  content text not null constraint messages_content_present check (content <> ''),
  -- On an answer: the model that wrote it.
  model text
    constraint messages_model_known check (model in ('chatgpt-4', 'chatgpt-5', 'grok', 'claude-4')),
  -- On an answer: its question.
  reply_to uuid,
  -- On an answer: when the person stopped it.
  stopped_at timestamptz,
  -- On a question: the answer before it that the person goes on from; null when there was none.
  follows uuid,
  -- On an answer: the provider's own name of the model.
  provider_model text,
  -- On an answer: when the provider was asked, and how long the first text and the whole took.
  asked_at timestamptz,
  first_text_ms integer,
  took_ms integer,
  -- On an answer: what the provider counted. The cached tokens are part of the input tokens.
  input_tokens integer,
  cached_tokens integer,
  output_tokens integer,
  -- On an answer: the first message that the model was given; null when it was given the whole conversation.
  context_from uuid,
  -- About how many tokens the content has. Stored, so that counting them does not read long contents.
  estimated_tokens integer,
  -- True while the search index lacks it, as a copied or imported message; else null. Its chat is in
  -- private.unindexed_chats.
  search_later boolean,
  -- On a question: the answers that were asked for together with it, in their order on the screen, as a list of
  -- {answerId, model}. Null where one model was asked.
  asked_together jsonb,
  -- On a question: when each model last declined to answer it, as an object of times by model.
  refusals jsonb,
  -- On a comparison: the answers that it is about; a second opinion has one. It is no answer: no model is given it, and
  -- no question follows it. Null on every other message.
  compares uuid[]
    constraint messages_compare_some
      check (compares is null or role = 'assistant' and cardinality(compares) between 1 and 12),
  -- How many tokens of these the model was given; null when it was given all.
  compared_tokens integer,
  -- On an answer: the text of public.instructions that the model was given. Null where it was given none.
  instructions_id uuid,
  -- The owner comes first, here and wherever a message is looked up, so that the table can be partitioned by owner.
  primary key (user_id, id),
  -- No two members have a message of the same id. A partitioned table could not enforce this.
  constraint messages_id_key unique (id),
  constraint messages_question_fkey
    foreign key (user_id, reply_to) references public.messages (user_id, id) on delete cascade,
  constraint messages_role_matches_direction check ((direction = 'inbound') = (role = 'user')),
  constraint messages_only_replies_reply check ((role = 'assistant') = (reply_to is not null)),
  -- Its index also gives a chat's messages in order, and the pages of a long chat.
  constraint messages_one_order_per_chat unique (user_id, chat_id, created_at)
) with (fillfactor = 85);

create index messages_of_question on public.messages (user_id, reply_to);

-- All messages of a person, newest first. All have content, but only a read with this condition uses the index: a read
-- of one chat would otherwise choose it, and walk through newer messages of other chats.
create index messages_newest_first on public.messages (user_id, created_at) where content <> '';

-- For the search. New words wait in a list of at most half a megabyte, so that storing a message writes to one place
-- and not to a hundred. No statistics: they take seconds to gather, and no query needs them.
create index messages_search on public.messages using gin (private.search_words(user_id, content))
  with (gin_pending_list_limit = 512) where search_later is null and compares is null;
alter index public.messages_search alter column 1 set statistics 0;

-- A chat has one owner. Without this the planner thinks otherwise, and reads a whole chat for one message.
create statistics public.messages_owner_of_chat (dependencies) on user_id, chat_id from public.messages;

alter table public.messages enable row level security;
revoke all on public.messages from anon, authenticated;
grant select on public.messages to authenticated;

create policy "members read their own messages" on public.messages
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.messages', 'content'))
    and chat_id not in (select private.deleted_chats_of_reader()));

create trigger check_chat_of_message after insert on public.messages
  for each row execute function private.check_chat_of_message();

-- Always, because a dump is loaded with triggers switched off. Only on insert, because a content never changes.
create trigger estimate_tokens before insert on public.messages
  for each row when (new.estimated_tokens is null) execute function private.estimate_tokens();
alter table public.messages enable always trigger estimate_tokens;
