-- The attempt to claim for a question that nobody is answering under p_answer_id: the stored one, or a new one, which
-- is not stored yet. A row of nulls when an id of the request is used for something else, when p_compares names what is
-- no whole answer to the question, or when the question takes no more: it has 12, or it has some and another question
-- has followed.
-- p_compares: of a comparison, its answers. A question takes another 12 comparisons. The caller holds the chat's lock.
create function private.attempt_for(p_question public.messages, p_is_new boolean, p_answer_id uuid, p_compares uuid[])
returns private.attempts
language plpgsql set search_path = '' as $$
declare
  attempt private.attempts;
  others integer := 0;
  -- The ids that are to be new.
  ids uuid[] := array(
    select (answer ->> 'answerId')::uuid from jsonb_array_elements(p_question.asked_together) answer where p_is_new);
begin
  if not exists (
    select from private.attempts
    where user_id = p_question.user_id and id = p_answer_id and question_id = p_question.id
      and compares is not distinct from p_compares
  ) then
    ids := ids || p_answer_id;
  end if;
  if p_question.id = any (ids)
    or private.ids_are_taken(case when p_is_new then ids || p_question.id else ids end) then
    return null;
  end if;

  if p_compares is not null and (p_is_new or cardinality(p_compares) <> (
    select count(*) from public.messages
    where user_id = p_question.user_id and reply_to = p_question.id and id = any (p_compares)
      and stopped_at is null and compares is null)) then
    return null;
  end if;

  if not p_is_new then
    select * into attempt from private.attempts
      where user_id = p_question.user_id and question_id = p_question.id and id = coalesce(p_answer_id, id)
        and compares is not distinct from p_compares
      order by started_at desc limit 1;
    if attempt.id is not null then
      return attempt;
    end if;
    select count(*) into others from (
      select compares from public.messages where user_id = p_question.user_id and reply_to = p_question.id
      union all
      select compares from private.attempts where user_id = p_question.user_id and question_id = p_question.id
    ) answers where (compares is null) = (p_compares is null);
  end if;
  if others >= 12 or others > 0 and p_compares is null and exists (
    select from public.messages where user_id = p_question.user_id and chat_id = p_question.chat_id
      and created_at > p_question.created_at and role = 'user'
  ) then
    return null;
  end if;
  attempt.user_id := p_question.user_id;
  attempt.id := coalesce(p_answer_id, private.new_id());
  attempt.chat_id := p_question.chat_id;
  attempt.question_id := p_question.id;
  attempt.compares := p_compares;
  return attempt;
end $$;
revoke execute on function private.attempt_for(public.messages, boolean, uuid, uuid[]) from public, anon, authenticated;
