-- Puts messages of the member that the search index lacks into it: those of one chat, newest first, p_length bytes of
-- text at once, which take some 0.1 s unless said otherwise. A longer message comes alone. It waits for nobody: a chat
-- that is being deleted, or indexed by another call, is left alone.
-- Locks: chat, as everywhere, so that its deletion waits for this.
-- Outcomes: done, more (call it again).
create function public.index_messages(p_user_id uuid, p_length integer default 100000) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat private.unindexed_chats;
  ids uuid[];
  oldest timestamptz;
  is_end boolean;
begin
  select u.* into chat from private.unindexed_chats u
    join public.chats c on c.user_id = u.user_id and c.id = u.chat_id
    where u.user_id = p_user_id order by u.before desc limit 1
    for key share of c skip locked for update of u skip locked;
  if chat.chat_id is null then
    return jsonb_build_object('outcome', 'done');
  end if;
  -- A short message takes as long as one of 400 bytes.
  select array_agg(id) filter (where fits), min(created_at) filter (where fits), count(*) < 250 and bool_and(fits)
    into ids, oldest, is_end
  from (
    select id, created_at,
      row_number() over newest = 1 or sum(greatest(octet_length(content), 400)) over newest <= p_length as fits
    from (
      select id, created_at, content from public.messages
      where user_id = p_user_id and chat_id = chat.chat_id and created_at < chat.before and search_later
      order by created_at desc limit 250) waiting
    window newest as (order by created_at desc)) measured;
  update public.messages set search_later = null where user_id = p_user_id and id = any (ids);
  if not is_end then
    update private.unindexed_chats set before = oldest where user_id = p_user_id and chat_id = chat.chat_id;
    return jsonb_build_object('outcome', 'more');
  end if;
  delete from private.unindexed_chats where user_id = p_user_id and chat_id = chat.chat_id;
  return jsonb_build_object('outcome',
    case when exists (
      select from private.unindexed_chats u where u.user_id = p_user_id and private.has_chat(p_user_id, u.chat_id)
    ) then 'more' else 'done' end);
end $$;
revoke execute on function public.index_messages(uuid, integer) from public, anon, authenticated;
grant execute on function public.index_messages(uuid, integer) to service_role;
