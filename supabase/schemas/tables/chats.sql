-- Conversations. One without a title is shown as 'New conversation'.
create table public.chats (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  title text constraint chats_title_short check (length(title) between 1 and 200),
  -- The question whose first line is the title, until a person or a model names the chat.
  titled_by uuid,
  -- The model that the next question is put to.
  model text not null default 'chatgpt-4'
    constraint chats_model_known check (model in ('chatgpt-4', 'chatgpt-5', 'grok', 'claude-4')),
  -- The time of the newest message; null while there is none.
  last_message_at timestamptz,
  -- The time of the newest answer; null while there is none. Copies and comparisons do not count.
  last_answer_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- Where the chat began as a copy: its source, which may be deleted by now.
  copied_from_chat uuid,
  copied_from_message uuid,
  -- The answer that the member chose among several. It counts while its question is the last.
  chosen_answer uuid,
  -- Up to when the member has seen the chat's answers, on any device. Null counts as all.
  seen_at timestamptz,
  -- The owner comes first, here and wherever a chat is looked up, so that the table can be partitioned by owner.
  primary key (user_id, id),
  -- No two members have a chat of the same id. A partitioned table could not enforce this.
  constraint chats_id_key unique (id)
) with (fillfactor = 85);

-- The order of the chat list.
create index chats_newest_first on public.chats (user_id, last_message_at desc, created_at desc, id desc);

-- For the search in titles.
create index chats_search on public.chats using gin (private.search_words(user_id, title))
  with (gin_pending_list_limit = 512);
alter index public.chats_search alter column 1 set statistics 0;

alter table public.chats enable row level security;
revoke all on public.chats from anon, authenticated;
grant select, delete on public.chats to authenticated;

create policy "members read their own chats" on public.chats
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.chats', 'title')));

create policy "members delete their own chats" on public.chats
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger keep_deleted_chat before delete on public.chats
  for each row execute function private.keep_deleted_chat();

create trigger purge_deleted_chats after insert or update or delete on public.chats
  for each statement execute function private.purge_deleted_chats();
