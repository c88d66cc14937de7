import type { EmptyBackend } from "./backend.ts";

/** How many rows break each invariant in a sound database. */
export const NO_BROKEN_INVARIANT = {
  orphans: 0,
  double_replies: 0,
  bad_replies: 0,
  equal_times: 0,
  role_mismatches: 0,
  drifted_chats: 0,
};

/** Counts the rows that break each invariant. */
export async function brokenInvariants(backend: Pick<EmptyBackend, "sql">): Promise<unknown> {
  const [counts] = await backend.sql(`
    with replies as (select * from public.messages where reply_to is not null)
    select
      (select count(*)::integer from public.messages m
        where not exists (select from public.chats c where c.id = m.chat_id and c.user_id = m.user_id)) as orphans,
      (select count(*)::integer from (
        select reply_to from replies group by 1 having count(*) > 1) x) as double_replies,
      (select count(*)::integer from replies a join public.messages q on q.id = a.reply_to
        where a.created_at <= q.created_at or a.chat_id <> q.chat_id) as bad_replies,
      (select count(*)::integer from (
        select chat_id, created_at from public.messages group by 1, 2 having count(*) > 1) x) as equal_times,
      (select count(*)::integer from public.messages
        where (direction = 'inbound') <> (role = 'user')) as role_mismatches,
      (select count(*)::integer from public.chats c where last_message_at is distinct from (
        select max(created_at) from public.messages m where m.chat_id = c.id)) as drifted_chats`);
  return counts;
}
