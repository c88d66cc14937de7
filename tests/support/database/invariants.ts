import type { EmptyBackend } from "./backend.ts";

/** How many rows break each invariant in a sound database. */
export const NO_BROKEN_INVARIANT = {
  orphans: 0,
  bad_replies: 0,
  equal_times: 0,
  role_mismatches: 0,
  drifted_chats: 0,
  stray_attempts: 0,
  stray_pieces: 0,
  bad_follows: 0,
  too_many_answers: 0,
  bad_comparisons: 0,
  half_deleted_chats: 0,
  lost_to_search: 0,
  missing_imports: 0,
};

/** Counts the rows that break each invariant. */
export async function brokenInvariants(backend: Pick<EmptyBackend, "sql">): Promise<unknown> {
  const [counts] = await backend.sql(`
    with replies as (select * from public.messages where reply_to is not null),
    deleted as (
      select d.*, (jsonb_populate_record(null::public.chats, chat)).* from (
        select deleted_at, chat from private.deleted_chats where chat is not null) d
    ),
    -- Of those that are being purged some messages are gone.
    whole as (
      select user_id, id, last_message_at, last_answer_at, copied_from_chat from public.chats
      union all
      select user_id, id, last_message_at, last_answer_at, copied_from_chat from deleted
        where deleted_at > clock_timestamp() - interval '10 minutes'
    )
    select
      (select count(*)::integer from public.messages m
        where not exists (select from public.chats c where c.id = m.chat_id and c.user_id = m.user_id)
          and not exists (select from deleted c where c.id = m.chat_id and c.user_id = m.user_id)) as orphans,
      (select count(*)::integer from replies a join public.messages q on q.id = a.reply_to
        where a.created_at <= q.created_at or (a.user_id, a.chat_id) <> (q.user_id, q.chat_id)) as bad_replies,
      (select count(*)::integer from (
        select chat_id, created_at from public.messages group by 1, 2 having count(*) > 1) x) as equal_times,
      (select count(*)::integer from public.messages
        where (direction = 'inbound') <> (role = 'user')) as role_mismatches,
      (select count(*)::integer from whole c left join (
          select chat_id, max(created_at) as newest, max(created_at) filter (where role = 'assistant' and compares is null) as answer
          from public.messages group by 1
        ) m on m.chat_id = c.id where last_message_at is distinct from newest
          or copied_from_chat is null and last_answer_at is distinct from answer) as drifted_chats,
      (select count(*)::integer from private.attempts a
        where exists (select from public.messages m where m.id = a.id)
          or not exists (select from public.messages q where (q.user_id, q.chat_id, q.id, q.role)
            = (a.user_id, a.chat_id, a.question_id, 'user'))) as stray_attempts,
      (select count(*)::integer from private.pieces p
        where not exists (select from private.attempts a
          where (a.user_id, a.id) = (p.user_id, p.answer_id) and a.claimed_until is not null)) as stray_pieces,
      (select count(*)::integer from public.messages q
        where follows is not null and not exists (select from replies a
          where a.id = q.follows and a.chat_id = q.chat_id and a.created_at < q.created_at
            and a.compares is null)) as bad_follows,
      (select count(*)::integer from (
        select reply_to from replies group by reply_to, compares is null having count(*) > 12) x) as too_many_answers,
      (select count(*)::integer from replies c, unnest(c.compares) one
        where not exists (select from replies a where (a.id, a.reply_to) = (one, c.reply_to) and a.compares is null
          and a.stopped_at is null)) as bad_comparisons,
      (select count(*)::integer from private.deleted_chats d
          where exists (select from public.chats c where (c.user_id, c.id) = (d.user_id, d.id)))
        + (select count(*)::integer from private.attempts a where a.claimed_until is not null
          and not exists (select from public.chats c where (c.user_id, c.id) = (a.user_id, a.chat_id)))
        as half_deleted_chats,
      (select count(*)::integer from public.messages m
        where search_later and not exists (select from private.unindexed_chats u
          where (u.user_id, u.chat_id) = (m.user_id, m.chat_id) and u.before > m.created_at)) as lost_to_search,
      (select count(*)::integer from private.imported_pieces p
        join private.imports i on (i.user_id, i.id) = (p.user_id, p.import_id), unnest(p.message_ids) one
        where not i.is_undone and not exists (select from public.messages m where (m.user_id, m.id) = (p.user_id, one))
          and exists (select from public.chats c where (c.user_id, c.id) = (p.user_id, p.chat_id))) as missing_imports`);
  return counts;
}
