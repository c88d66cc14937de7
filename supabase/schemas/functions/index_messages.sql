-- Puts up to p_limit of the member's messages into the search index that it does not have yet, newest first. It waits
-- for nobody: a message that somebody else has locked is left to them, or to the next call.
-- Outcomes: done, more (call it again).
create function public.index_messages(p_user_id uuid, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  indexed integer;
begin
  update public.messages set search_later = null
    where user_id = p_user_id and id = any (array(
      select id from public.messages where user_id = p_user_id and search_later
      order by created_at desc limit p_limit for no key update skip locked));
  get diagnostics indexed = row_count;
  return jsonb_build_object('outcome', case when indexed = p_limit then 'more' else 'done' end);
end $$;
revoke execute on function public.index_messages(uuid, integer) from public, anon, authenticated;
grant execute on function public.index_messages(uuid, integer) to service_role;
