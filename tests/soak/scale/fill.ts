import { createHash } from "node:crypto";
import type { Sql } from "postgres";

/** How many members the full database has. */
export const MEMBER_COUNT = 3_000;
/** A chat has 1 to 19 questions with their answers, 10 on average. */
const MESSAGES_PER_CHAT = 20;

/** How many chats each of them has when there are about `rows` messages. */
export const chatsPerMember = (rows: number) =>
  Math.max(1, Math.round(rows / MEMBER_COUNT / MESSAGES_PER_CHAT));

/** A member as the calls of the product need them. */
export type FilledMember = { id: string; email: string; chats: readonly string[] };

/** @param chats How many chats the member has. */
export function filledMember(number: number, chats: number): FilledMember {
  return {
    id: idOf(`member ${number}`),
    email: `member-${number}@example.com`,
    chats: Array.from({ length: chats }, (_, index) => idOf(`chat ${number} ${index + 1}`)),
  };
}

/** Ids follow from their places, so that two databases can hold the same rows. */
const idOf = (name: string) => {
  const digits = createHash("md5").update(name).digest("hex");
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
};

/**
 * Fills in all members with one chat each, and the first ones with so many chats, builds the indexes, and leaves the
 * tables as autovacuum would.
 */
export async function fill(sql: Sql, first: number, chats: number): Promise<void> {
  await sql`set synchronous_commit = off`;
  await fillMembers(sql, MEMBER_COUNT);
  await stopIndexing(sql);
  await prepare(sql);
  // Chat by chat, so that the messages of one person are apart, as they are when many people write at once.
  for (let chat = 1; chat <= chats; chat += 1) {
    await writeChats(sql, chat === 1 ? MEMBER_COUNT : first, chat);
  }
  await buildIndexes(sql);
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}

/**
 * Questions and answers of many lengths, as `[question, answer]`: half of the questions are shorter than 80 characters
 * and half of the answers shorter than 900; a few are ten times as long.
 */
function makeTexts(): [string, string][] {
  return Array.from({ length: 500 }, () => [textOf(80, 1, 8_000), textOf(900, 0.8, 12_000)]);
}

/** How many words people and models use. The n-th most frequent one is used about one n-th as often as the first. */
const WORDS = 20_000;
const WORD_LENGTH = 7;

function textOf(median: number, spread: number, longest: number): string {
  // Box and Muller's way to a number of the normal distribution.
  const normal =
    Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  const length = Math.min(longest, Math.max(12, median * Math.exp(spread * normal)));
  const word = () => wordOf(Math.floor(WORDS ** Math.random()));
  return Array.from({ length: Math.ceil(length / WORD_LENGTH) }, word).join(" ");
}

/** The n-th word: letters of its own, frequent words shorter. */
const wordOf = (n: number) =>
  (n * 2_654_435_761)
    .toString(26)
    .replaceAll(/\d/g, "s")
    .slice(-2 - Math.log10(n) * 2);

/** All are active. */
async function fillMembers(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, created_at)
    select md5('member ' || n)::uuid, 'authenticated', 'authenticated', 'member-' || n || '@example.com', now(), now()
    from generate_series(1, ${count}::integer) n`;
  await sql`
    select public.set_membership('member-' || n || '@example.com', 'active')
    from generate_series(1, ${count}::integer) n`;
}

/** Stops updating the indexes of chats and messages, which takes most of a write's time. */
async function stopIndexing(sql: Sql): Promise<void> {
  await sql`
    update pg_index set indisready = false, indisvalid = false
    where indrelid in ('public.chats'::regclass, 'public.messages'::regclass)`;
}

/** Builds the indexes from all rows. */
async function buildIndexes(sql: Sql): Promise<void> {
  await sql`set maintenance_work_mem = '1GB'`;
  await sql`set max_parallel_maintenance_workers = 4`;
  await sql`reindex table public.chats`;
  await sql`reindex table public.messages`;
}

async function prepare(sql: Sql): Promise<void> {
  await sql`create temporary table if not exists texts (n integer, side integer, content text, primary key (n, side))`;
  await sql`
    insert into texts select (n - 1)::integer, side, pair ->> side
    from json_array_elements(${JSON.stringify(makeTexts())}::text::json) with ordinality pairs (pair, n),
      generate_series(0, 1) side
    on conflict do nothing`;
  // Without checking foreign keys, which takes most of the time: the rows fit by how they are made.
  await sql`set session_replication_role = replica`;
}

/** Writes the n-th chats of all members, question by question. */
async function writeChats(sql: Sql, members: number, chat: number): Promise<void> {
  await sql.unsafe(`
    with chats as materialized (
      select
        n, chat, md5(format('chat %s %s', n, chat))::uuid as id, md5('member ' || n)::uuid as user_id,
        1 + abs(hashint8(n * 100003 + chat)) % 19 as turns,
        timestamptz '2026-01-01' + chat * interval '2 hours' + n * interval '1 millisecond' as begun
      from generate_series(1::bigint, ${members}) n, (values (${chat}::bigint)) c (chat)
    ), stored as (
      insert into public.chats (id, user_id, title, created_at, last_message_at, last_answer_at)
      select id, user_id, 'Chat ' || chat, begun, ended, ended
      from chats cross join lateral (select begun + (2 * turns + 1) * interval '1 second' as ended) e
    )
    insert into public.messages (
      id, user_id, chat_id, created_at, direction, role, content, model, reply_to, provider_model, asked_at,
      first_text_ms, took_ms, input_tokens, cached_tokens, output_tokens)
    select
      md5(format('message %s %s %s %s', chats.n, chat, turn, side))::uuid, user_id, id,
      begun + (2 * turn + side) * interval '1 second',
      case side when 0 then 'inbound' else 'outbound' end, case side when 0 then 'user' else 'assistant' end, content,
      case side when 1 then 'chatgpt-4' end,
      case side when 1 then md5(format('message %s %s %s 0', chats.n, chat, turn))::uuid end,
      case side when 1 then 'gpt-4.1-2025-04-14' end, case side when 1 then begun end,
      nullif(800 * side, 0), nullif(9000 * side, 0), nullif(2000 * side, 0), nullif(1000 * side, 0), nullif(300 * side, 0)
    from chats cross join lateral generate_series(1, turns) turn
      join texts on texts.n = abs(hashint8(chats.n * 7919 + chat * 104729 + turn)) % 500
    order by left(user_id::text, 1), turn, side, chats.n`);
}
