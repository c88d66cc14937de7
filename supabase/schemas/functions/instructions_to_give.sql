-- Stores a member's instructions in public.instructions, and returns their id and about how many tokens they have;
-- nulls where there are none. The same text has the same id. The caller holds the member's lock.
create function private.instructions_to_give(p_member public.users, out id uuid, out tokens integer)
language plpgsql set search_path = '' as $$
declare
  text constant text := p_member.instructions;
begin
  if text is null then
    return;
  end if;
  -- A UUID of version 8, made from the text.
  id := overlay(overlay(left(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 32) placing '8' from 13) placing 'a' from 17);
  tokens := private.tokens_of(text);
  insert into public.instructions (user_id, id, content) values (p_member.id, instructions_to_give.id, text)
    on conflict do nothing;
end $$;
revoke execute on function private.instructions_to_give(public.users) from public, anon, authenticated;
