-- The newest 400 messages of a chat up to a moment, in no order, without their texts and without comparisons.
-- is_given: whether models are given it. They are given every question, and of its answers the one that the next
-- question follows, else the newest. A question that a model declined is left out with its answers, because models
-- decline whatever comes after it. It is given when it is the last one or has an answer; to a p_model that
-- declined it, only with one of its own.
create function private.recent_messages(p_user_id uuid, p_chat_id uuid, p_until timestamptz, p_model text)
returns table (
  id uuid, role text, created_at timestamptz, model text, reply_to uuid, input_tokens integer, context_from uuid,
  estimated_tokens integer, is_given boolean
)
language sql stable set search_path = '' as $$
  with newest as materialized (
    select m.id, m.role, m.created_at, m.model, m.reply_to, m.follows, m.input_tokens, m.context_from,
      m.estimated_tokens, m.refusals
    from public.messages m
    where m.user_id = p_user_id and m.chat_id = p_chat_id and m.created_at <= p_until and m.compares is null
    order by m.created_at desc limit 400
  ), questions as (
    select n.id, lead(n.follows) over (order by n.created_at) as chosen,
      n.refusals is null or n.created_at = p_until or exists (
        select from newest a
        where a.reply_to = n.id and (a.model = p_model or (n.refusals ? p_model) is not true)) as is_given
    from newest n where n.role = 'user'
  )
  select n.id, n.role, n.created_at, n.model, n.reply_to, n.input_tokens, n.context_from, n.estimated_tokens,
    coalesce(q.is_given, false) and (n.role = 'user' or n.id = coalesce(q.chosen,
      first_value(n.id) over (partition by n.reply_to order by n.created_at desc)))
  from newest n left join questions q on q.id = coalesce(n.reply_to, n.id)
$$;
revoke execute on function private.recent_messages(uuid, uuid, timestamptz, text) from public, anon, authenticated;
