-- Keeps the id of a deleted chat, so that a retry that comes late cannot create the chat again. Of a person whose
-- account goes nothing is kept.
create function private.remember_deleted_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_chats (user_id, id)
    select old.user_id, old.id from public.users where id = old.user_id
    on conflict do nothing;
  return old;
end $$;
revoke execute on function private.remember_deleted_chat() from public, anon, authenticated;
