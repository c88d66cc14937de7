-- Questions (inbound, of the user) and their answers (outbound, of the assistant). A question may have several.
create table public.messages (
  id uuid not null default gen_random_uuid(),
  chat_id uuid not null,
  -- The chat's owner again, so that row-level security needs no join.
  user_id uuid not null,
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
  -- On an answer: its question.
  reply_to uuid,
  -- On an answer: when the person pressed Stop, and so ended it.
  stopped_at timestamptz,
  -- On a question: the answer to the question before that the person goes on from. Null when there was none yet.
  follows uuid,
  -- On an answer: the provider's own name of the model.
  provider_model text,
  -- On an answer: when the provider was asked, and how long the first text and the whole took.
  asked_at timestamptz,
  first_text_ms integer,
  took_ms integer,
  -- On an answer: what the provider counted. The cached tokens are some of the input tokens.
  input_tokens integer,
  cached_tokens integer,
  output_tokens integer,
  -- On an answer: the first message that the model was given; null when it was given the whole conversation.
  context_from uuid,
  -- About how many tokens the content has. Stored, because long contents are read from a place of their own.
  estimated_tokens integer,
  -- True while the search index does not have it yet, because it is a copy. Null otherwise. Such chats are in private.unindexed_chats.
  search_later boolean,
  -- On a question: the answers of several models that were asked for together with it, in their order on the screen, as a
  -- list of {answerId, model}. Null where one model was asked.
  asked_together jsonb,
  -- On a question: which models declined to answer it, and when each last did, as an object of times by model.
  refusals jsonb,
  -- On what a model wrote about answers to its question: these, one for a second opinion, more for a comparison. It is no
  -- answer: no model is given it, and nothing follows it. Null on every other message.
  compares uuid[]
    constraint messages_compare_some
      check (compares is null or role = 'assistant' and cardinality(compares) between 1 and 12),
  -- How many tokens of these the model was given; null when it was given all.
  compared_tokens integer,
  -- On an answer: the text of public.instructions that the model was given. Null where it was given none.
  instructions_id uuid,
  -- The owner comes first, here and wherever a message is looked up, so that the table can be divided by its owners.
  primary key (user_id, id),
  -- Two members never have a message of the same id. A table divided by its owners would have to do without this.
  constraint messages_id_key unique (id),
  constraint messages_question_fkey
    foreign key (user_id, reply_to) references public.messages (user_id, id) on delete cascade,
  constraint messages_role_matches_direction check ((direction = 'inbound') = (role = 'user')),
  constraint messages_only_replies_reply check ((role = 'assistant') = (reply_to is not null)),
  -- Also the messages of a chat in order, and the pages of a long chat.
  constraint messages_one_order_per_chat unique (user_id, chat_id, created_at)
) with (fillfactor = 85);

create index messages_of_question on public.messages (user_id, reply_to);

-- All messages of a person from the newest. Every message has content: only a read that says so takes this index. The
-- reads of a chat would otherwise take it too, and walk through the newer messages of other chats.
create index messages_newest_first on public.messages (user_id, created_at) where content <> '';

-- What a search finds. New words wait in a list of at most half a megabyte, so that storing a message writes to one place
-- and not to a hundred. Without statistics, which would take seconds to gather and which no query needs.
create index messages_search on public.messages using gin (private.search_words(user_id, content))
  with (gin_pending_list_limit = 512) where search_later is null and compares is null;
alter index public.messages_search alter column 1 set statistics 0;

-- A chat has one owner. Without this the planner takes the two for unrelated, and reads a whole chat for one message.
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

-- Also for rows from a dump, which are loaded with the other triggers switched off. A content never changes.
create trigger estimate_tokens before insert on public.messages
  for each row when (new.estimated_tokens is null) execute function private.estimate_tokens();
alter table public.messages enable always trigger estimate_tokens;
