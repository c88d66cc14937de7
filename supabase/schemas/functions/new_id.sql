-- An id for a new message or answer, as `newId` in `supabase/functions/_shared/new-id.ts` makes it: a UUID of version
-- 7, which is the time in milliseconds and 74 random bits, so that new ids lie side by side in an index.
create function private.new_id() returns uuid
language plpgsql set search_path = '' as $$
begin
  return lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14);
end $$;
revoke execute on function private.new_id() from public, anon, authenticated;
