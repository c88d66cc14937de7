-- Estimates the tokens of a new message's content. Four characters of English are about a token, one of Chinese is about
-- one, and an emoji is more. Characters take one byte, three and four in UTF-8.
create function private.estimate_tokens() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.estimated_tokens := ceil(
    char_length(new.content) / 4.0 + (octet_length(new.content) - char_length(new.content)) * 0.4);
  return new;
end $$;
revoke execute on function private.estimate_tokens() from public, anon, authenticated;
