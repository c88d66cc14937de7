-- Which messages of chats from elsewhere are stored already. It changes nothing, and needs no membership.
-- p_look: a list of {key, messages: a list of keys}, as JSON text.
-- Outcome: seen, with chats in that order: key, chat_id (of the stored chat, else of the one deleted last, else of a
-- new one), here (how many of the messages are stored), is_deleted.
create function public.look_at_imports(p_user_id uuid, p_source text, p_look text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chats jsonb;
begin
  select jsonb_agg(jsonb_build_object('key', l.chat ->> 'key',
      'chat_id', case when t.is_here then t.chat_id else coalesce(t.deleted_id, t.chat_id) end,
      'here', (
        select count(*) from public.messages m
        where t.is_here and m.user_id = p_user_id and m.chat_id = t.chat_id and m.id = any (array(
          select private.import_message_id(p_user_id, t.chat_id, l.chat ->> 'key', k.key)
          from jsonb_array_elements_text(l.chat -> 'messages') k (key)))),
      'is_deleted', not t.is_here and t.deleted_id is not null) order by l.place)
    into chats
    from jsonb_array_elements(p_look::jsonb) with ordinality l (chat, place)
    cross join lateral private.import_target(p_user_id, p_source, l.chat ->> 'key') t;
  return jsonb_build_object('outcome', 'seen', 'chats', coalesce(chats, '[]'));
end $$;
revoke execute on function public.look_at_imports(uuid, text, text) from public, anon, authenticated;
grant execute on function public.look_at_imports(uuid, text, text) to service_role;
