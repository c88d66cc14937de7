-- An address as all are compared: A to Z in small letters, and every other letter as the sign-in service has written it.
-- What else lower() folds is up to the server: on some of them a Turkish İ becomes i, which is another address.
create function private.fold_address(p_email text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select lower(p_email collate "C") $$;
revoke execute on function private.fold_address(text) from public, anon, authenticated;
