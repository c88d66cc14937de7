set lock_timeout = '5s';

-- Copied messages get into the search index after their turn has begun, as those of restored chats do. Many copies filled
-- its list of new words at once, and their turn waited until that was put into place.

-- Inserts a message as it is, and returns it. The one place that names the columns of a new message.
create or replace function private.insert_message(p_message public.messages) returns public.messages
language plpgsql set search_path = '' as $$
begin
  insert into public.messages
    (id, chat_id, user_id, created_at, direction, role, content, model, reply_to, stopped_at, follows, provider_model, asked_at,
     first_text_ms, took_ms, input_tokens, cached_tokens, output_tokens, context_from, search_later)
    values (p_message.id, p_message.chat_id, p_message.user_id, p_message.created_at, p_message.direction,
      p_message.role, p_message.content, p_message.model, p_message.reply_to, p_message.stopped_at, p_message.follows,
      p_message.provider_model, p_message.asked_at, p_message.first_text_ms, p_message.took_ms,
      p_message.input_tokens, p_message.cached_tokens, p_message.output_tokens, p_message.context_from,
      p_message.search_later)
    returning * into p_message;
  return p_message;
end $$;
revoke execute on function private.insert_message(public.messages) from public, anon, authenticated;

-- Copies into an empty chat what models would be given up to just before a question of another chat of the member: new
-- ids, and the times and models as they were. Of a long chat the newest 200 messages, from a question on. The search
-- index gets them later, by public.index_messages.
create or replace function private.copy_messages(p_chat_id uuid, p_before public.messages) returns void
language plpgsql set search_path = '' as $$
declare
  source public.messages;
  new_ids jsonb;
  copied_from timestamptz;
  copied_until timestamptz;
begin
  select jsonb_object_agg(id, private.new_id()), min(created_at) into new_ids, copied_from
  from (
    select r.id, r.created_at, bool_or(r.role = 'user') over (order by r.created_at) as follows_question
    from (
      select * from private.recent_messages(p_before.user_id, p_before.chat_id, p_before.created_at)
      where is_given and created_at < p_before.created_at order by created_at desc limit 200
    ) r
  ) numbered where follows_question;

  -- In the order of the chat, where they lie side by side: by their ids each would be at another place of the index.
  for source in
    select * from public.messages m
    where m.user_id = p_before.user_id and m.chat_id = p_before.chat_id
      and m.created_at >= copied_from and m.created_at < p_before.created_at
      and new_ids ? m.id::text and (m.reply_to is null or new_ids ? m.reply_to::text)
    order by m.created_at
  loop
    source.id := new_ids ->> source.id::text;
    source.chat_id := p_chat_id;
    source.reply_to := new_ids ->> source.reply_to::text;
    source.follows := new_ids ->> source.follows::text;
    source.context_from := new_ids ->> source.context_from::text;
    source.search_later := true;
    source := private.insert_message(source);
    copied_until := source.created_at;
  end loop;
  if copied_until is not null then
    update public.chats set last_message_at = copied_until where user_id = p_before.user_id and id = p_chat_id;
    insert into private.unindexed_chats (user_id, chat_id) values (p_before.user_id, p_chat_id);
  end if;
end $$;
revoke execute on function private.copy_messages(uuid, public.messages) from public, anon, authenticated;

-- Puts messages of the member into the search index that it does not have yet, of chats that were restored or began with
-- copies: it looks at p_limit of one chat, newest first. It waits for nobody: a chat that is being deleted, or indexed by
-- another call, is left alone.
-- Locks: chat, as everywhere, so that its deletion waits for this.
-- Outcomes: done, more (call it again).
create or replace function public.index_messages(p_user_id uuid, p_limit integer) returns jsonb
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
