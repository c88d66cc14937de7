-- About how many tokens a text has: a quarter for a character of one byte in UTF-8 (English), about one for three bytes
-- (Chinese), more for four (emoji).
create function private.tokens_of(p_text text) returns integer
language sql immutable set search_path = '' as $$
  select ceil(char_length(p_text) / 4.0 + (octet_length(p_text) - char_length(p_text)) * 0.4)::integer
$$;
revoke execute on function private.tokens_of(text) from public, anon, authenticated;
grant execute on function private.tokens_of(text) to service_role;
