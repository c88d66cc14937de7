-- The attempt to claim for a question that nobody is answering under p_answer_id: the one that broke off, or a new one,
-- which is not stored yet. A row of nulls when the id is used for something else, or when the question takes no more
-- answers: it has 12, or it has some and another question has followed. The caller holds the chat's lock.
create function private.attempt_for(p_question public.messages, p_is_new boolean, p_answer_id uuid)
returns public.attempts
language plpgsql set search_path = '' as $$
declare
  attempt public.attempts;
  others integer := 0;
begin
  if exists (select from public.attempts where id = p_question.id) then
    return null;
  elsif p_answer_id is not null and (
    p_answer_id = p_question.id
    or exists (select from public.messages where id = p_answer_id)
    or exists (
      select from public.attempts where id = p_answer_id
        and (user_id, question_id) is distinct from (p_question.user_id, p_question.id))
  ) then
    return null;
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
