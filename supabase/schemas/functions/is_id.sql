-- Whether a text is a UUID in lower case.
create function private.is_id(p_text text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_text ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$';
end $$;
revoke execute on function private.is_id(text) from public, anon, authenticated;
