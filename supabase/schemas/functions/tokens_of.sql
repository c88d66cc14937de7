-- About how many tokens a text has. Four characters of English are about a token, one of Chinese is about one, and an emoji
-- is more. Characters take one byte, three and four in UTF-8.
create function private.tokens_of(p_text text) returns integer
language sql immutable set search_path = '' as $$
  select ceil(char_length(p_text) / 4.0 + (octet_length(p_text) - char_length(p_text)) * 0.4)::integer
$$;
revoke execute on function private.tokens_of(text) from public, anon, authenticated;
grant execute on function private.tokens_of(text) to service_role;
