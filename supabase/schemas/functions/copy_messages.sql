-- Copies into an empty chat what models are given before p_before, a question of another chat of the member: the newest
-- 200 messages that fit p_budget, in tokens, from a question on. They get new ids and keep their times and models.
-- public.index_messages puts them into the search index later.
create function private.copy_messages(p_chat_id uuid, p_before public.messages, p_budget integer) returns void
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
      select *, sum(estimated_tokens) over (order by created_at desc) as tokens
      from private.recent_messages(p_before.user_id, p_before.chat_id, p_before.created_at, null)
      where is_given and created_at < p_before.created_at order by created_at desc limit 200
    ) r where tokens <= p_budget
  ) numbered where follows_question;

  -- In the order of the chat, in whose index they lie side by side.
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
    source.asked_together := null;
    insert into public.messages select source.*;
    copied_until := source.created_at;
  end loop;
  if copied_until is not null then
    update public.chats set last_message_at = copied_until where user_id = p_before.user_id and id = p_chat_id;
    insert into private.unindexed_chats (user_id, chat_id) values (p_before.user_id, p_chat_id);
  end if;
end $$;
revoke execute on function private.copy_messages(uuid, public.messages, integer) from public, anon, authenticated;
