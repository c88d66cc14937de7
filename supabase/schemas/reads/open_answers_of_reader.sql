-- The body of public.open_answers, which alone calls it: the reader may not read private tables. The database's clock
-- says what is running.
create function private.open_answers_of_reader(p_chat_id uuid, p_known jsonb, p_after uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  reader constant uuid := auth.uid();
  -- The embedded REST service passes JSON to a real PostgreSQL as a JSON string.
  known constant jsonb := case jsonb_typeof(p_known) when 'string' then (p_known #>> '{}')::jsonb else p_known end;
  known_ids constant uuid[] := case when jsonb_typeof(known) = 'object'
    then array(select id::uuid from jsonb_object_keys(known) id limit 101) end;
begin
  if known_ids is null or cardinality(known_ids) > 100 then
    raise sqlstate 'PT400' using message = 'The query asks for too much at once.',
      hint = 'p_known is an object of at most 100 answers.';
  end if;
  return coalesce((select jsonb_agg(to_jsonb(answers) order by answers.id) from (
    select a.id, a.chat_id, a.question_id, a.model, s.status,
      case when t.text is not null and not i.is_new then coalesce(a.content_model, a.model) else a.model end as writer,
      case when a.failure = 'gone' and t.text is null then null else a.failure_text end as reason,
      a.failure as code, a.started_at as asked_at, a.context_from, a.compares, a.compared_tokens,
      a.instructions_id,
      t.text_id,
      case when n.is_asked_for then n.text_from end as text_from,
      case when n.is_asked_for then substr(t.text, n.text_from + 1) end as text
    from private.attempts a
      cross join lateral (select case
        when a.claimed_until > statement_timestamp() then 'running'
        when a.stopped_at is not null then 'stopped'
        when a.claim_id is null and a.ended_at is null then 'asked'
        else 'failed' end) s (status)
      cross join lateral (select string_agg(p.content, '' order by p.position) from private.pieces p
        where p.user_id = a.user_id and p.answer_id = a.id) w (content)
      cross join lateral (select
        w.content is not null and (s.status = 'running' or private.replaces_text(w.content, a.content))) i (is_new)
      cross join lateral (select case when i.is_new then w.content else a.content end,
        (extract(epoch from a.started_at) * 1000000)::bigint
          * case when i.is_new or a.content_model is null then 1 else -1 end) t (text, text_id)
      cross join lateral (select known -> a.id::text) k (part)
      cross join lateral (select k.part is distinct from 'null', case
        when (k.part ->> 0)::bigint = t.text_id then greatest(0, (k.part ->> 1)::integer) else 0 end
      ) n (is_asked_for, text_from)
    where a.user_id = reader and a.id > p_after and a.chat_id not in (select private.deleted_chats_of_reader())
      and (a.chat_id = p_chat_id or p_chat_id is null and (s.status in ('running', 'asked') or a.id = any (known_ids)))
    order by a.id limit 50
  ) answers), '[]');
end $$;
revoke execute on function private.open_answers_of_reader(uuid, jsonb, uuid) from public, anon, authenticated;
grant execute on function private.open_answers_of_reader(uuid, jsonb, uuid) to authenticated;
