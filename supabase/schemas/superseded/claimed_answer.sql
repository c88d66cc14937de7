-- The answer that a claim on a question is for, or was; any of the question's when it is stored or taken over.
create function private.claimed_answer(p_user_id uuid, p_question_id uuid, p_claim_id uuid) returns uuid
language sql stable set search_path = '' as $$
  select id from (
    select id, claim_id = p_claim_id as is_mine, started_at as at from public.attempts
      where user_id = p_user_id and question_id = p_question_id
    union all
    select id, false, created_at from public.messages where user_id = p_user_id and reply_to = p_question_id
  ) answers
  order by is_mine desc, at desc limit 1
$$;
revoke execute on function private.claimed_answer(uuid, uuid, uuid) from public, anon, authenticated;
