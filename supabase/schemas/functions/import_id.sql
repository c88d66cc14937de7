-- A UUID of version 8 that is made from a text. With p_beside it begins as that id does, so that the messages of a chat
-- lie side by side in an index.
create function private.import_id(p_text text, p_beside uuid default null) returns uuid
language plpgsql immutable set search_path = '' as $$
declare
  hash constant text := encode(sha256(convert_to(p_text, 'UTF8')), 'hex');
begin
  return left(coalesce(replace(p_beside::text, '-', ''), right(hash, 12)), 12)
    || '8' || substr(hash, 1, 3) || 'a' || substr(hash, 4, 15);
end $$;
revoke execute on function private.import_id(text, uuid) from public, anon, authenticated;
