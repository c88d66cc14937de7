-- Deletes the messages of chats that were deleted more than ten minutes ago, oldest first: p_limit at most, where each
-- chat counts as one more. Returns how many; less than p_limit when nothing remains. It waits for nobody: a chat that
-- another transaction restores or purges is skipped. A new chat of an undone import has been deleted since '-infinity',
-- and its id goes too. Also deletes p_limit rows of private.imported_pieces of an import that can no longer be undone.
create function private.purge_chats(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  kept private.deleted_chats;
  import private.imports;
  removed integer := 0;
  at_once integer;
begin
  while removed < p_limit loop
    select * into kept from private.deleted_chats
      where chat is not null and deleted_at <= clock_timestamp() - interval '10 minutes'
      order by deleted_at limit 1 for update skip locked;
    exit when kept.id is null;
    -- The newest first, so that answers go before their questions.
    delete from public.messages where user_id = kept.user_id and id = any (array(
      select id from public.messages where user_id = kept.user_id and chat_id = kept.id
      order by created_at desc limit p_limit - removed));
    get diagnostics at_once = row_count;
    removed := removed + at_once;
    if removed < p_limit then
      if isfinite(kept.deleted_at) then
        update private.deleted_chats set chat = null where user_id = kept.user_id and id = kept.id;
      else
        delete from private.deleted_chats where user_id = kept.user_id and id = kept.id;
      end if;
      delete from private.unindexed_chats where user_id = kept.user_id and chat_id = kept.id;
      removed := removed + 1;
    end if;
  end loop;
  select * into import from private.imports
    where is_open and newest_at <= clock_timestamp() - interval '10 minutes'
    order by newest_at limit 1 for update skip locked;
  delete from private.imported_pieces where id = any (array(
    select id from private.imported_pieces where user_id = import.user_id and import_id = import.id limit p_limit));
  get diagnostics at_once = row_count;
  if at_once < p_limit then
    update private.imports set is_open = false where user_id = import.user_id and id = import.id;
  end if;
  return removed;
end $$;
revoke execute on function private.purge_chats(integer) from public, anon, authenticated;
