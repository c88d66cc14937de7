-- Whether what a try has written takes the place of what the earlier ones have: if it is as long, or longer.
create function private.replaces_text(p_written text, p_content text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(p_written, '') <> '' and length(p_written) >= length(coalesce(p_content, ''))
$$;
revoke execute on function private.replaces_text(text, text) from public, anon, authenticated;
