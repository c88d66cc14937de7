-- An address as addresses are compared: A to Z in lower case, all other letters as they are. What else lower() changes
-- depends on the server: on some a Turkish İ becomes i, which is another address.
create function private.fold_address(p_email text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select lower(p_email collate "C") $$;
revoke execute on function private.fold_address(text) from public, anon, authenticated;
