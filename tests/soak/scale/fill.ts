import type { Sql } from "postgres";
import { HEAVY_MEMBER, HEAVY_MESSAGES, MEMBER_COUNT } from "./people.ts";

/** A chat has 1 to 19 questions with their answers, 10 on average. */
const MESSAGES_PER_CHAT = 20;
/** The chats of the member who has very many: one of this many messages, and these. */
const HEAVY_FIRST_CHAT = 10_000;
export const HEAVY_CHATS = 1 + (HEAVY_MESSAGES - HEAVY_FIRST_CHAT) / 200;

/** How many chats each of the others has when there are about `rows` messages of theirs. */
export const chatsPerMember = (rows: number) =>
  Math.max(1, Math.round(rows / MEMBER_COUNT / MESSAGES_PER_CHAT));

/**
 * Questions and answers of many lengths, as `[question, answer]`: half of the questions are shorter than 80 characters
 * and half of the answers shorter than 900; a few are ten times as long.
 */
export function makeTexts(): [string, string][] {
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

/** Puts these members there, by their numbers. All are active. */
export async function fillMembers(sql: Sql, first: number, last: number): Promise<void> {
  await sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, created_at)
    select md5('member ' || n)::uuid, 'authenticated', 'authenticated', 'member-' || n || '@example.com', now(), now()
    from generate_series(${first}::integer, ${last}::integer) n`;
  await sql`
    select public.set_membership('member-' || n || '@example.com', 'active')
    from generate_series(${first}::integer, ${last}::integer) n`;
}

/** Leaves the indexes of chats and messages as they are from now on: to keep them up takes most of a write's time. */
export async function stopIndexing(sql: Sql): Promise<void> {
  await sql`
    update pg_index set indisready = false, indisvalid = false
    where indrelid in ('public.chats'::regclass, 'public.messages'::regclass)`;
}

/** Builds them from all rows. */
export async function buildIndexes(sql: Sql): Promise<void> {
  await sql`set maintenance_work_mem = '1GB'`;
  await sql`set max_parallel_maintenance_workers = 4`;
  await sql`reindex table public.chats`;
  await sql`reindex table public.messages`;
}

/**
 * Puts the messages of these members there. The n-th chats of a sixteenth of them are written at the same time, question
 * by question, so that the messages of one chat lie apart, as they do when many people write at once. The index of the
 * search begins with the same digit, and is built in half the time when neighbours share it.
 * @param step 2 leaves out every second chat, for somebody else to write.
 */
export async function fillChats(
  sql: Sql,
  {
    first,
    last,
    from = 1,
    step = 1,
    chats,
    texts,
  }: Range & { from?: number; step?: number; chats: number; texts: [string, string][] },
): Promise<void> {
  await prepare(sql, texts);
  for (let chat = from; chat <= chats; chat += step) {
    await write(sql, {
      first,
      last,
      from: chat,
      to: chat,
      turns: "1 + abs(hashint8(n * 100003 + chat)) % 19",
    });
  }
}

/** Puts the messages of the member who has very many there. */
export async function fillHeavy(sql: Sql, texts: [string, string][]): Promise<void> {
  await prepare(sql, texts);
  const turns = `case chat when 1 then ${HEAVY_FIRST_CHAT / 2} else 100 end`;
  await write(sql, { first: HEAVY_MEMBER, last: HEAVY_MEMBER, from: 1, to: HEAVY_CHATS, turns });
}

type Range = { first: number; last: number };

async function prepare(sql: Sql, texts: [string, string][]): Promise<void> {
  await sql`create temporary table if not exists texts (n integer, side integer, content text, primary key (n, side))`;
  await sql`
    insert into texts select (n - 1)::integer, side, pair ->> side
    from json_array_elements(${JSON.stringify(texts)}::text::json) with ordinality pairs (pair, n),
      generate_series(0, 1) side
    on conflict do nothing`;
  // Keys between tables are not checked: it takes most of the time, and the rows fit by how they are made.
  await sql`set session_replication_role = replica`;
}

async function write(
  sql: Sql,
  { first, last, from, to, turns }: Range & { from: number; to: number; turns: string },
): Promise<void> {
  await sql.unsafe(`
    with chats as materialized (
      select
        n, chat, md5(format('chat %s %s', n, chat))::uuid as id, md5('member ' || n)::uuid as user_id,
        ${turns} as turns,
        timestamptz '2026-01-01' + chat * interval '2 hours' + n * interval '1 millisecond' as begun
      from generate_series(${first}::bigint, ${last}) n, generate_series(${from}::bigint, ${to}) chat
    ), stored as (
      insert into public.chats (id, user_id, title, created_at, last_message_at)
      select id, user_id, 'Chat ' || chat, begun, begun + (2 * turns + 1) * interval '1 second' from chats
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
