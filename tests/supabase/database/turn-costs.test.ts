import type { MaybeRow, PendingQuery, Sql, TransactionSql } from "postgres";
import { beforeAll, expect, it } from "vitest";
import { ownPostgres } from "../../support/database/on-every-database.ts";
import { signUpPerson } from "../../support/database/turns.ts";

const { backend, sql } = await ownPostgres();
let owner: string;
/** The owner's chat of 6,000 messages, and one of 20. */
const long = crypto.randomUUID();
const short = crypto.randomUUID();

beforeAll(async () => {
  owner = (await signUpPerson(backend, "owner")).id;
  await sql`set session_replication_role = replica`;
  await sql`
    insert into public.chats (id, user_id, last_message_at)
    values (${long}, ${owner}, now()), (${short}, ${owner}, now())`;
  await sql`
    insert into public.chats (user_id, last_message_at)
    select user_id, now() from (select gen_random_uuid() as user_id from generate_series(1, 500)) others,
      generate_series(1, 2)`;
  await sql`
    insert into public.messages (chat_id, user_id, created_at, direction, role, content)
    select id, user_id, now() - n * interval '1 second', 'inbound', 'user', repeat('words ', 100)
    from public.chats cross join lateral generate_series(1, case id when ${long} then 6000 else 20 end) n`;
  await sql`set session_replication_role = origin`;
  await sql`vacuum analyze`;
  await sql`set random_page_cost = 1.1`;
}, 120_000);

/** Begins a turn in the chat, by way of `explain` when the costs are wanted. */
const turnIn = (chatId: string, on: Sql | TransactionSql = sql, startsChat = false) => on<
  { begun: { answer: { id: string }; claim: string } }[]
>`
  select public.begin_turn(
    p_user_id => ${owner}, p_chat_id => ${chatId}, p_starts_chat => ${startsChat},
    p_question_id => ${crypto.randomUUID()}, p_content => 'Hello', p_title => 'Hello',
    p_turns_per_minute => 1000, p_turns_per_day => 1000, p_chats_per_minute => 1000,
    p_lease => '20 seconds', p_budgets => '{"chatgpt-4": 2000}') as begun`;

/** How many blocks the database reads to begin a turn in the chat, once it knows its own functions. */
async function blocksOfATurn(chatId: string): Promise<number> {
  let blocks = 0;
  for (let turn = 0; turn < 7; turn += 1) {
    const [row] = await sql<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }[]>`
      explain (analyze, buffers, format json) ${turnIn(chatId)}`;
    const plan = row?.["QUERY PLAN"][0].Plan ?? {};
    blocks = (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
  }
  return blocks;
}

it("a member's turn in a chat of 6,000 messages reads little more than one in a chat of 20", async () => {
  const few = await blocksOfATurn(short);
  const many = await blocksOfATurn(long);
  expect(few).toBeLessThan(500);
  // The newest 400 messages are looked at, and those that the model is given are read.
  expect(many).toBeLessThan(few + 700);
});

it("a member's turn reads none of the long messages that the model is not given", async () => {
  const wordy = crypto.randomUUID();
  await sql`set session_replication_role = replica`;
  await sql`insert into public.chats (id, user_id, last_message_at) values (${wordy}, ${owner}, now())`;
  // Each is stored in 25 pieces. The index of the search has nothing to do with it, and would take a second.
  await sql`
    insert into public.messages (chat_id, user_id, created_at, direction, role, content, search_later)
    select ${wordy}, ${owner}, now() - n * interval '1 second', 'inbound', 'user', content, true
    from generate_series(1, 200) n,
      (select string_agg(md5(place::text), '') as content from generate_series(1, 1500) place) texts`;
  await sql`set session_replication_role = origin`;
  expect(await blocksOfATurn(wordy)).toBeLessThan((await blocksOfATurn(short)) + 700);
});

const counts = new Map<string, number>();

/** Runs the statement, and adds the rows that it wrote to the counts. */
async function counted<Row extends MaybeRow>(
  statement: (transaction: TransactionSql) => PendingQuery<Row[]>,
): Promise<Row | undefined> {
  return sql.begin(async (transaction) => {
    // What this session has not yet handed in. The statistics of all sessions come later.
    const written = async (sign: 1 | -1) => {
      const rows = await transaction<{ name: string; count: string }[]>`
        select relname || ' ' || kind as name, count from pg_stat_xact_user_tables,
          lateral (values ('inserted', n_tup_ins), ('updated', n_tup_upd), ('updated in place', n_tup_hot_upd)) c (kind, count)
        where schemaname in ('public', 'private') and relname in ('users', 'chats', 'messages', 'attempts')`;
      for (const { name, count } of rows)
        counts.set(name, (counts.get(name) ?? 0) + sign * Number(count));
    };
    await written(-1);
    const [row] = await statement(transaction);
    await written(1);
    return row;
  }) as Promise<Row | undefined>;
}

it("a turn in a new chat writes the chat once", async () => {
  counts.clear();
  await counted((transaction) => turnIn(crypto.randomUUID(), transaction, true));
  expect([counts.get("chats inserted"), counts.get("chats updated")]).toEqual([1, 0]);
});

// Twenty versions of a row have room in half a page, also when autovacuum's snapshot keeps all of them.
it("a turn renewed twenty times writes its chat twice, and each renewal a small row beside the one before", async () => {
  counts.clear();
  const begun = await counted((transaction) => turnIn(short, transaction));
  const { answer, claim } = begun?.begun ?? { answer: { id: "" }, claim: "" };
  // The attempts of others, so that its page is as full as it becomes.
  await sql`set session_replication_role = replica`;
  await sql`
    insert into private.attempts (user_id, id, chat_id, question_id, model, claim_id, started_at, claimed_until)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'grok', gen_random_uuid(), now(), now()
    from generate_series(1, 1000)`;
  await sql`set session_replication_role = origin`;

  let log = 0;
  for (let renewal = 0; renewal < 20; renewal += 1) {
    const renewed = await counted(
      (transaction) => transaction<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }[]>`
        explain (analyze, wal, format json) select public.renew_turn(
          p_user_id => ${owner}, p_answer_id => ${answer.id}, p_claim_id => ${claim}, p_lease => '20 seconds')`,
    );
    log += renewed?.["QUERY PLAN"][0].Plan["WAL Bytes"] ?? Number.NaN;
  }
  await counted(
    (transaction) => transaction`
      select public.finish_turn(
        p_user_id => ${owner}, p_answer_id => ${answer.id}, p_claim_id => ${claim}, p_content => 'Hello',
        p_provider_model => null, p_input_tokens => null, p_cached_tokens => null, p_output_tokens => null,
        p_first_text_ms => null)`,
  );

  expect(Object.fromEntries([...counts].filter(([, count]) => count > 0))).toEqual({
    // Once with the question, once with the answer. Their times are indexed.
    "chats updated": 2,
    "messages inserted": 2,
    "attempts inserted": 1,
    "attempts updated": 20,
    "attempts updated in place": 20,
  });
  // Bytes of the database's log.
  expect(log / 20).toBeLessThan(200);
});
