-- What a model is given for a question: the newest messages that fit p_budget, in tokens (null: no bound), at most 200,
-- and always the question. They begin where they began for the model's last answer in this chat, because providers
-- cache the beginning of a request. When these no longer fit, they are cut to 60 % of both bounds.
-- history: oldest first. tokens: an estimate. context_from: the first message; null for the whole conversation.
create function private.context_of(
  p_question public.messages, p_model text, p_budget integer, out history jsonb, out context_from uuid, out tokens integer
)
language plpgsql stable set search_path = '' as $$
begin
  with recent as materialized (
    select * from private.recent_messages(p_question.user_id, p_question.chat_id, p_question.created_at, p_model)
  ), given as materialized (
    -- From each message to the question: how many tokens and messages.
    select id, role, created_at, sum(estimated_tokens) over newest_first as tokens, row_number() over newest_first as place
    from recent where is_given window newest_first as (order by created_at desc)
  ), seen as (
    select count(*) < 400 as is_whole from recent
  ), last_answer as (
    select r.input_tokens, s.created_at as began_at, s.tokens - coalesce(q.tokens - own.estimated_tokens, 0) as estimate
    from (select * from recent where role = 'assistant' and model = p_model order by created_at desc limit 1) r
    join recent own on own.id = r.reply_to
    join given q on q.id = r.reply_to
    join lateral (
      select g.created_at, g.tokens from given g cross join seen
      where g.id = r.context_from or (r.context_from is null and is_whole)
      order by g.created_at limit 1
    ) s on true
  ), ratio as (
    -- How far the estimate was off the last time.
    select coalesce(
      (select greatest(0.5, least(2, input_tokens / nullif(estimate, 0))) from last_answer
        where input_tokens is not null), 1) as by
  ), start as (
    select coalesce(
      (select g.created_at from given g cross join ratio
        where coalesce(g.tokens * by <= p_budget, true) and g.place <= 200 and g.created_at = coalesce(
          (select began_at from last_answer), (select min(created_at) from given cross join seen where is_whole))),
      (select min(g.created_at) from given g cross join ratio
        where g.role = 'user' and coalesce(g.tokens * by <= 0.6 * p_budget, true) and g.place <= 120),
      p_question.created_at) as at
  )
  select jsonb_agg(jsonb_build_object('role', m.role, 'content', m.content) order by m.created_at),
    case when (select is_whole from seen) and not exists (select from given where created_at < start.at) then null
      else (array_agg(m.id order by m.created_at))[1] end, sum(m.estimated_tokens)
  into history, context_from, tokens
  from start join public.messages m on m.user_id = p_question.user_id and m.chat_id = p_question.chat_id
    -- An array, because a join may read all messages of the member. By time, because that index has just been read.
    and m.created_at = any (array(select g.created_at from given g join start on g.created_at >= start.at))
  group by start.at;
end $$;
revoke execute on function private.context_of(public.messages, text, integer) from public, anon, authenticated;
