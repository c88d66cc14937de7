-- Undoes an import of the member within ten minutes of its newest batch: what it added is deleted for good. A chat in
-- which something was written since stays as it is. It needs no membership.
-- p_after: the `after` of the call before. p_limit: how many messages to remove at once.
-- Locks: member, import, chat, as everywhere.
-- Outcomes: more (call it again, with after) and undone, both with chats: of each chat key, chat_id, here (how many of
-- its imported messages remain), has_more (whether something was written since); not_found, gone (it is too late).
create function public.undo_import(
  p_user_id uuid, p_import_id uuid, p_after uuid default '00000000-0000-0000-0000-000000000000', p_limit integer default 2000
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  import private.imports;
  piece record;
  target public.chats;
  is_deleted boolean;
  ids uuid[];
  here integer;
  first_at timestamptz;
  has_more boolean;
  place uuid := p_after;
  removed integer := 0;
  at_once integer;
  chats jsonb := '[]';
begin
  perform from public.users where id = p_user_id for no key update;
  select * into import from private.imports where user_id = p_user_id and id = p_import_id for update;
  if import.id is null then
    return jsonb_build_object('outcome', 'not_found');
  elsif import.newest_at <= clock_timestamp() - interval '10 minutes' then
    return jsonb_build_object('outcome', 'gone');
  end if;
  update private.imports set is_undone = true, newest_at = clock_timestamp()
    where user_id = p_user_id and id = p_import_id;

  for piece in
    select chat_id, min(chat_key) as key, bool_or(is_new) as is_new from private.imported_pieces
    where user_id = p_user_id and import_id = p_import_id and chat_id > p_after
    group by chat_id order by chat_id
  loop
    if removed >= p_limit then
      return jsonb_build_object('outcome', 'more', 'chats', chats, 'after', place);
    end if;
    select * into target from public.chats where user_id = p_user_id and id = piece.chat_id for update;
    is_deleted := target.id is null;
    if is_deleted then
      select (jsonb_populate_record(null::public.chats, d.chat)).* into target from private.deleted_chats d
        where d.user_id = p_user_id and d.id = piece.chat_id for update;
    end if;
    ids := array(select unnest(message_ids) from private.imported_pieces
      where user_id = p_user_id and import_id = p_import_id and chat_id = piece.chat_id);
    select count(*), min(created_at) into here, first_at from public.messages
      where user_id = p_user_id and id = any (ids);
    has_more := here < (select count(*) from public.messages
        where user_id = p_user_id and chat_id = piece.chat_id and created_at >= first_at)
      or exists (select from private.attempts where user_id = p_user_id and question_id = any (ids));

    if not has_more and piece.is_new then
      -- Deleted as any chat is, but purged at once, and its id with it.
      delete from public.chats where user_id = p_user_id and id = piece.chat_id;
      update private.deleted_chats
        set deleted_at = case when is_deleted
          then least(deleted_at, clock_timestamp() - interval '10 minutes') else '-infinity' end
        where user_id = p_user_id and id = piece.chat_id and chat is not null;
      removed := removed + 20;
      here := 0;
    elsif not has_more then
      -- The newest first, so that answers go before their questions.
      delete from public.messages where user_id = p_user_id and id = any (array(
        select id from public.messages where user_id = p_user_id and id = any (ids)
        order by created_at desc limit p_limit - removed));
      get diagnostics at_once = row_count;
      removed := removed + at_once;
      here := here - at_once;
      select max(created_at), max(created_at) filter (where role = 'assistant' and compares is null)
        into target.last_message_at, target.last_answer_at
        from public.messages where user_id = p_user_id and chat_id = piece.chat_id;
      if target.chosen_answer = any (ids) then
        select chosen_before into target.chosen_answer from private.imported_pieces
          where user_id = p_user_id and import_id = p_import_id and chat_id = piece.chat_id
          order by id limit 1;
      end if;
      if is_deleted then
        update private.deleted_chats set chat = to_jsonb(target) where user_id = p_user_id and id = piece.chat_id;
      else
        update public.chats set last_message_at = target.last_message_at, last_answer_at = target.last_answer_at,
            chosen_answer = target.chosen_answer
          where user_id = p_user_id and id = piece.chat_id;
      end if;
      if here > 0 then
        return jsonb_build_object('outcome', 'more', 'chats', chats, 'after', place);
      end if;
    end if;
    if not has_more then
      -- The same chat may be imported again under the same ids, which another call for this import must not delete.
      delete from private.imported_pieces
        where user_id = p_user_id and import_id = p_import_id and chat_id = piece.chat_id;
    end if;
    place := piece.chat_id;
    chats := chats || jsonb_build_object('key', piece.key, 'chat_id', piece.chat_id, 'here', here, 'has_more', has_more);
  end loop;

  perform private.purge_chats(p_limit);
  if exists (
    select from private.deleted_chats where user_id = p_user_id and deleted_at = '-infinity' and chat is not null
  ) then
    return jsonb_build_object('outcome', 'more', 'chats', chats, 'after', place);
  end if;
  -- Instructions that no remaining message was given.
  delete from public.instructions i
    where i.user_id = p_user_id
      and not exists (select from public.messages where user_id = p_user_id and instructions_id = i.id)
      and not exists (select from private.attempts where user_id = p_user_id and instructions_id = i.id);
  return jsonb_build_object('outcome', 'undone', 'chats', chats, 'after', place);
end $$;
revoke execute on function public.undo_import(uuid, uuid, uuid, integer) from public, anon, authenticated;
grant execute on function public.undo_import(uuid, uuid, uuid, integer) to service_role;
