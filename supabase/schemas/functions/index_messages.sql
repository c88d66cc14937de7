-- Puts messages of the member that were left out of the search index into it: the next p_limit of one chat that was
-- restored or began with copies, newest first. It waits for nobody: a chat that is being deleted, or indexed by another
-- call, is left alone.
-- Locks: chat, as everywhere, so that its deletion waits for this.
-- Outcomes: done, more (call it again).
create function public.index_messages(p_user_id uuid, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat private.unindexed_chats;
  ids uuid[];
  oldest timestamptz;
begin
  select u.* into chat from private.unindexed_chats u
    join public.chats c on c.user_id = u.user_id and c.id = u.chat_id
    where u.user_id = p_user_id order by u.before desc limit 1
    for key share of c skip locked for update of u skip locked;
  if chat.chat_id is null then
    return jsonb_build_object('outcome', 'done');
  end if;
  select array_agg(id), min(created_at) into ids, oldest from (
    select id, created_at from public.messages
    where user_id = p_user_id and chat_id = chat.chat_id and created_at < chat.before
    order by created_at desc limit p_limit) newest;
  update public.messages set search_later = null where user_id = p_user_id and id = any (ids) and search_later;
  if cardinality(ids) = p_limit then
    update private.unindexed_chats set before = oldest where user_id = p_user_id and chat_id = chat.chat_id;
    return jsonb_build_object('outcome', 'more');
  end if;
  delete from private.unindexed_chats where user_id = p_user_id and chat_id = chat.chat_id;
  return jsonb_build_object('outcome',
    case when exists (select from private.unindexed_chats where user_id = p_user_id) then 'more' else 'done' end);
end $$;
revoke execute on function public.index_messages(uuid, integer) from public, anon, authenticated;
grant execute on function public.index_messages(uuid, integer) to service_role;
