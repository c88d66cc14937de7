create function private.estimate_tokens() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.estimated_tokens := private.tokens_of(new.content);
  return new;
end $$;
revoke execute on function private.estimate_tokens() from public, anon, authenticated;
