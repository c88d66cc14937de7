-- What each batch of an import added, until the import can no longer be undone.
create table private.imported_pieces (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  import_id uuid not null,
  chat_id uuid not null,
  -- The chat's key in its source.
  chat_key text not null,
  -- Whether this batch created the chat.
  is_new boolean not null,
  message_ids uuid[] not null,
  -- The chat's chosen answer before this batch.
  chosen_before uuid,
  constraint imported_pieces_import_fkey
    foreign key (user_id, import_id) references private.imports (user_id, id) on delete cascade
);
create index imported_pieces_of_import on private.imported_pieces (user_id, import_id, chat_id);
alter table private.imported_pieces enable row level security;
revoke all on private.imported_pieces from public, anon, authenticated;
