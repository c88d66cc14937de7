-- Undo of a deletion: a deleted chat is kept for ten minutes, out of everybody's reach, and can be put back.

-- Chats that were deleted in the last ten minutes, as they were. Their messages and broken-off answers are in
-- restorable_messages and restorable_attempts. Nobody reads them; public.restore_chat puts them back. All columns but
-- deleted_at are those of public.chats: a migration that changes those changes these too.
-- No foreign keys: the rows of a person whose account goes are removed by a trigger on public.users.
create table private.restorable_chats (
  like public.chats,
  deleted_at timestamptz not null default clock_timestamp(),
  primary key (user_id, id)
);
create index restorable_chats_deleted_at on private.restorable_chats (deleted_at);
alter table private.restorable_chats enable row level security;
revoke all on private.restorable_chats from public, anon, authenticated;

-- The messages of private.restorable_chats. The columns are those of public.messages: a migration that changes those
-- changes these too.
create table private.restorable_messages (
  like public.messages,
  primary key (user_id, chat_id, created_at)
);
alter table private.restorable_messages enable row level security;
revoke all on private.restorable_messages from public, anon, authenticated;

-- What was shown of unfinished answers in private.restorable_chats. The columns are those of public.attempts: a
-- migration that changes those changes these too.
create table private.restorable_attempts (
  like public.attempts,
  primary key (user_id, chat_id, id)
);
alter table private.restorable_attempts enable row level security;
revoke all on private.restorable_attempts from public, anon, authenticated;

-- Copies the rows of one chat from a table to another that has the same columns: all that are not generated.
-- p_key: the column of both that holds the chat's id.
create function private.copy_rows(p_from regclass, p_to regclass, p_key name, p_user_id uuid, p_chat_id uuid)
returns void
language plpgsql set search_path = '' as $$
declare
  columns text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns
    from pg_catalog.pg_attribute a join pg_catalog.pg_attribute b on b.attname = a.attname
    where a.attrelid = p_from and b.attrelid = p_to and a.attnum > 0 and not a.attisdropped and not b.attisdropped
      and a.attgenerated = '' and b.attgenerated = '';
  execute format('insert into %2$s (%3$s) select %3$s from %1$s where user_id = $1 and %4$I = $2',
    p_from, p_to, columns, p_key) using p_user_id, p_chat_id;
end $$;
revoke execute on function private.copy_rows(regclass, regclass, name, uuid, uuid) from public, anon, authenticated;

-- Removes for good what was kept of one deleted chat, but for its id.
create function private.forget_chat(p_user_id uuid, p_chat_id uuid) returns void
language sql set search_path = '' as $$
  delete from private.restorable_attempts where user_id = p_user_id and chat_id = p_chat_id;
  delete from private.restorable_messages where user_id = p_user_id and chat_id = p_chat_id;
  delete from private.restorable_chats where user_id = p_user_id and id = p_chat_id;
$$;
revoke execute on function private.forget_chat(uuid, uuid) from public, anon, authenticated;

-- Removes for good up to p_limit chats that were deleted more than ten minutes ago, oldest first, and returns how many
-- it removed. It waits for nobody: a chat that is being restored or removed by somebody else is left to them.
create function private.purge_chats(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  chat record;
  removed integer := 0;
begin
  for chat in
    select user_id, id from private.restorable_chats
    where deleted_at <= clock_timestamp() - interval '10 minutes'
    order by deleted_at limit p_limit for update skip locked
  loop
    perform private.forget_chat(chat.user_id, chat.id);
    removed := removed + 1;
  end loop;
  return removed;
end $$;
revoke execute on function private.purge_chats(integer) from public, anon, authenticated;

-- Undoes the deletion of a chat of the member within ten minutes: everything is as it was, ids and order included. An
-- answer that was being written is not taken up again; its question can be asked again. It needs no membership.
-- Locks: member, chat, as everywhere.
-- Outcomes: restored (with chat; also when it is there already), not_found, gone (it was deleted more than ten minutes
-- ago), conflict (an id of the chat is used for something else by now).
create function public.restore_chat(p_user_id uuid, p_chat_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
  deleted_at timestamptz;
begin
  perform from public.users where id = p_user_id for no key update;
  select r.deleted_at into deleted_at from private.restorable_chats r
    where r.user_id = p_user_id and r.id = p_chat_id for update;
  if deleted_at > clock_timestamp() - interval '10 minutes' then
    perform private.copy_rows('private.restorable_chats', 'public.chats', 'id', p_user_id, p_chat_id);
    perform private.copy_rows('private.restorable_messages', 'public.messages', 'chat_id', p_user_id, p_chat_id);
    perform private.copy_rows('private.restorable_attempts', 'public.attempts', 'chat_id', p_user_id, p_chat_id);
    perform private.forget_chat(p_user_id, p_chat_id);
    delete from private.deleted_chats where user_id = p_user_id and id = p_chat_id;
  end if;
  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'restored', 'chat', to_jsonb(chat));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
exception when unique_violation then
  return jsonb_build_object('outcome', 'conflict');
end $$;
revoke execute on function public.restore_chat(uuid, uuid) from public, anon, authenticated;
grant execute on function public.restore_chat(uuid, uuid) to service_role;

-- Keeps a chat that is about to be deleted for the ten minutes in which that can be undone, out of everybody's reach.
-- The chat is locked by now, so that no message comes after those that are kept. Of a person whose account goes nothing
-- is kept. An answer that was being written ends here, with what had been written of it: its claim is given to nobody.
create function private.keep_deleted_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.users where id = old.user_id) then
    return old;
  end if;
  perform private.copy_rows('public.chats', 'private.restorable_chats', 'id', old.user_id, old.id);
  perform private.copy_rows('public.messages', 'private.restorable_messages', 'chat_id', old.user_id, old.id);
  perform private.copy_rows('public.attempts', 'private.restorable_attempts', 'chat_id', old.user_id, old.id);
  update private.restorable_attempts a
    set content = coalesce((
          select string_agg(p.content, '' order by p.position) from public.pieces p
          where p.user_id = a.user_id and p.answer_id = a.id), a.content),
      claim_id = gen_random_uuid(), claimed_until = null, waiting = 0,
      ended_at = coalesce(a.ended_at, clock_timestamp()), failure = coalesce(a.failure, 'stopped')
    where user_id = old.user_id and chat_id = old.id;
  delete from private.restorable_attempts where user_id = old.user_id and chat_id = old.id and content is null;
  return old;
end $$;
revoke execute on function private.keep_deleted_chat() from public, anon, authenticated;

-- Lets whatever writes a chat, as every turn does, remove chats that were deleted more than ten minutes ago. A host that
-- can run private.purge_chats on a schedule needs no writes for it.
create function private.purge_deleted_chats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.purge_chats(2);
  return null;
end $$;
revoke execute on function private.purge_deleted_chats() from public, anon, authenticated;

-- Removes what was kept of the deleted chats of a person whose account goes. It comes after their chats are gone.
create function private.forget_deleted_chats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.restorable_attempts where user_id = old.id;
  delete from private.restorable_messages where user_id = old.id;
  delete from private.restorable_chats where user_id = old.id;
  return null;
end $$;
revoke execute on function private.forget_deleted_chats() from public, anon, authenticated;

create trigger keep_deleted_chat before delete on public.chats
  for each row execute function private.keep_deleted_chat();

create trigger purge_deleted_chats after insert or update or delete on public.chats
  for each statement execute function private.purge_deleted_chats();

-- After the foreign keys have removed the person's chats.
create trigger forget_deleted_chats after delete on public.users
  for each row execute function private.forget_deleted_chats();
