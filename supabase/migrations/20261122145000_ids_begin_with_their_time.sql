set lock_timeout = '5s';

-- An id for a new message or answer, as `newId` in `supabase/functions/_shared/new-id.ts` makes it: a UUID of version 7,
-- which is the time in milliseconds and 74 random bits. New ids so lie side by side in an index.
create function private.new_id() returns uuid
language sql volatile set search_path = '' as $$
  select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;
revoke execute on function private.new_id() from public, anon, authenticated;

-- The attempt to claim for a question that nobody is answering under p_answer_id: the one that broke off, or a new one,
-- which is not stored yet. A row of nulls when the id is used for something else, or when the question takes no more
-- answers: it has 12, or it has some and another question has followed. The caller holds the chat's lock.
create or replace function private.attempt_for(p_question public.messages, p_is_new boolean, p_answer_id uuid)
returns public.attempts
language plpgsql set search_path = '' as $$
declare
  attempt public.attempts;
  others integer := 0;
begin
  if exists (select from public.attempts where id = p_question.id) then
    return null;
  end if;
  if p_answer_id is not null then
    if p_answer_id = p_question.id
      or exists (select from public.messages where id = p_answer_id)
      or exists (select from public.attempts where id = p_answer_id
        and (user_id, question_id) is distinct from (p_question.user_id, p_question.id)) then
      return null;
    end if;
  end if;

  if not p_is_new then
    select * into attempt from public.attempts
      where user_id = p_question.user_id and question_id = p_question.id and id = coalesce(p_answer_id, id)
      order by started_at desc limit 1;
    if attempt.id is not null then
      return attempt;
    end if;
    select count(*) into others from (
      select from public.messages where user_id = p_question.user_id and reply_to = p_question.id
      union all
      select from public.attempts where user_id = p_question.user_id and question_id = p_question.id
    ) answers;
  end if;
  if others >= 12 or others > 0 and exists (
    select from public.messages where user_id = p_question.user_id and chat_id = p_question.chat_id
      and created_at > p_question.created_at and role = 'user'
  ) then
    return null;
  end if;
  attempt.user_id := p_question.user_id;
  attempt.id := coalesce(p_answer_id, private.new_id());
  attempt.chat_id := p_question.chat_id;
  attempt.question_id := p_question.id;
  return attempt;
end $$;
revoke execute on function private.attempt_for(public.messages, boolean, uuid) from public, anon, authenticated;

-- Copies into an empty chat what models would be given up to just before a question of another chat of the member: new
-- ids, and the times and models as they were. Of a long chat the newest 200 messages, from a question on.
create or replace function private.copy_messages(p_chat_id uuid, p_before public.messages) returns void
language plpgsql set search_path = '' as $$
declare
  source public.messages;
  new_ids jsonb;
  copied_until timestamptz;
begin
  select jsonb_object_agg(id, private.new_id()) into new_ids
  from (
    select r.id, bool_or(r.role = 'user') over (order by r.created_at) as follows_question
    from (
      select * from private.recent_messages(p_before.user_id, p_before.chat_id, p_before.created_at)
      where is_given and created_at < p_before.created_at order by created_at desc limit 200
    ) r
  ) numbered where follows_question;

  for source in
    select m.* from jsonb_object_keys(new_ids) key
    join public.messages m on m.user_id = p_before.user_id and m.id = key::uuid
    where m.reply_to is null or new_ids ? m.reply_to::text
    order by m.created_at
  loop
    source.id := new_ids ->> source.id::text;
    source.chat_id := p_chat_id;
    source.reply_to := new_ids ->> source.reply_to::text;
    source.follows := new_ids ->> source.follows::text;
    source.context_from := new_ids ->> source.context_from::text;
    source := private.insert_message(source);
    copied_until := source.created_at;
  end loop;
  update public.chats set last_message_at = copied_until where user_id = p_before.user_id and id = p_chat_id;
end $$;
revoke execute on function private.copy_messages(uuid, public.messages) from public, anon, authenticated;
