-- What became of each answer of the reader that is no message yet: one row for each. The status is by the database's
-- clock: asked (together with another one, and nobody has begun it), running, stopped (by the person, and nothing is
-- stored of it), failed. content is what was written so far, or what an earlier try has left; writer is the model that
-- wrote it. reason is what the person was told; null where nobody was.
create view public.open_answers with (security_invoker = true) as
  select a.user_id, a.id, a.chat_id, a.question_id, a.model, s.status,
    coalesce(w.content, a.content) as content,
    case when w.content is null and a.content is not null then coalesce(a.content_model, a.model) else a.model end
      as writer,
    case when a.failure = 'gone' and coalesce(w.content, a.content) is null then null else a.failure_text end as reason,
    a.started_at as asked_at, a.context_from
  from public.attempts a
    cross join lateral (select case
      when a.claimed_until > statement_timestamp() then 'running'
      when a.stopped_at is not null then 'stopped'
      when a.claim_id is null and a.ended_at is null then 'asked'
      else 'failed' end) s (status)
    cross join lateral (select string_agg(p.content, '' order by p.position) from public.pieces p
      where p.user_id = a.user_id and p.answer_id = a.id) w (content)
  where (select private.read_is_small('public.open_answers'::text::regclass, 'content', 1));
revoke all on public.open_answers from anon, authenticated;
grant select on public.open_answers to authenticated;
