/** The six counts that must be zero whatever happened (PROMISES, "Concurrency"), as one row. */
export const SIX_ZEROS = `select
  (select count(*)::int from public.messages m left join public.chats c on c.id = m.chat_id
    where c.id is null) as orphans,
  (select count(*)::int from (select reply_to from public.messages
    where reply_to is not null group by 1 having count(*) > 1) x) as double_replies,
  (select count(*)::int from public.messages a join public.messages q on q.id = a.reply_to
    where a.created_at <= q.created_at or a.chat_id <> q.chat_id) as bad_replies,
  (select count(*)::int from (select chat_id, created_at from public.messages
    group by 1, 2 having count(*) > 1) x) as equal_times,
  (select count(*)::int from public.messages
    where (direction = 'inbound') <> (role = 'user')) as role_mismatches,
  (select count(*)::int from public.chats c where last_message_at is distinct from
    (select max(created_at) from public.messages m where m.chat_id = c.id)) as drifted_chats`;

export const ALL_ZERO = {
  orphans: 0,
  double_replies: 0,
  bad_replies: 0,
  equal_times: 0,
  role_mismatches: 0,
  drifted_chats: 0,
};
