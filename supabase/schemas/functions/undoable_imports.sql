-- The imports of the member that added something and can still be undone, newest first. It needs no membership.
-- Outcome: listed, with imports: import_id, until, chats and messages (how many it has added).
create function public.undoable_imports(p_user_id uuid, p_limit integer default 50) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('outcome', 'listed', 'imports', coalesce(jsonb_agg(jsonb_build_object(
      'import_id', u.id, 'until', u.newest_at + interval '10 minutes', 'chats', u.chats, 'messages', u.messages)
      order by u.newest_at desc), '[]'))
    from (
      select i.id, i.newest_at, count(distinct p.chat_id) as chats, sum(cardinality(p.message_ids)) as messages
      from private.imports i
      join private.imported_pieces p on p.user_id = i.user_id and p.import_id = i.id
      where i.user_id = p_user_id and i.is_open and not i.is_undone
        and i.newest_at > clock_timestamp() - interval '10 minutes' and cardinality(p.message_ids) > 0
      group by i.id, i.newest_at
      order by i.newest_at desc
      limit p_limit
    ) u
$$;
revoke execute on function public.undoable_imports(uuid, integer) from public, anon, authenticated;
grant execute on function public.undoable_imports(uuid, integer) to service_role;
