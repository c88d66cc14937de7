-- The member's chat that a key of a source stands for. Its id is made from the member, the source, the key, and how
-- often that chat was deleted. In an export of this product a key is the id itself, for a member who has that chat.
-- chat_id: the stored chat's, else the one for a new chat. deleted_id: that of the chat deleted last, or null.
create function private.import_target(
  p_user_id uuid, p_source text, p_key text, out chat_id uuid, out is_here boolean, out deleted_id uuid
)
language plpgsql stable set search_path = '' as $$
declare
  place integer := case when p_source = 'quartet' and private.is_id(p_key) then -1 else 0 end;
begin
  loop
    chat_id := case when place < 0 then p_key::uuid
      else private.import_id(concat_ws(' ', p_user_id, p_source, place, p_key)) end;
    is_here := private.has_chat(p_user_id, chat_id);
    exit when is_here or place >= 0 and not private.chat_is_deleted(p_user_id, chat_id);
    if place >= 0 or private.chat_is_deleted(p_user_id, chat_id) then
      deleted_id := chat_id;
    end if;
    place := place + 1;
  end loop;
end $$;
revoke execute on function private.import_target(uuid, text, text) from public, anon, authenticated;
