-- What was shown of unfinished answers in private.restorable_chats. The columns are those of private.attempts: a
-- migration that changes those changes these too.
create table private.restorable_attempts (
  like private.attempts,
  primary key (user_id, chat_id, id)
);
create index restorable_attempts_id on private.restorable_attempts (id);
alter table private.restorable_attempts enable row level security;
revoke all on private.restorable_attempts from public, anon, authenticated;
