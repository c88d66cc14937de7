-- For the Edge Functions of release 0.1.0, which run until they are replaced. The release after this one drops it.
create function public.create_chat(
  p_user_id uuid, p_chat_id uuid, p_chats_per_minute integer, p_title text, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  created constant jsonb := public.create_chat(p_user_id => p_user_id, p_chat_id => p_chat_id,
    p_chats_per_minute => p_chats_per_minute, p_model => p_model);
begin
  if created ->> 'outcome' <> 'created' then
    return created;
  end if;
  return created || jsonb_build_object('chat', public.rename_chat(p_user_id, p_chat_id, p_title) -> 'chat');
end $$;
revoke execute on function public.create_chat(uuid, uuid, integer, text, text) from public, anon, authenticated;
grant execute on function public.create_chat(uuid, uuid, integer, text, text) to service_role;
