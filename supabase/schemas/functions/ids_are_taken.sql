-- Whether an id is that of anybody's message or attempt, also in a deleted chat that is not purged yet.
create function private.ids_are_taken(p_ids uuid[]) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.messages where id = any (p_ids))
    or exists (select from private.attempts where id = any (p_ids));
end $$;
revoke execute on function private.ids_are_taken(uuid[]) from public, anon, authenticated;
