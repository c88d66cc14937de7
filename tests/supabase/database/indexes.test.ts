import { beforeAll, expect, it } from "vitest";
import { ownPostgres } from "../../support/database/on-every-database.ts";
import { signUpPerson } from "../../support/database/turns.ts";

type Plan = {
  "Node Type": string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
};
type Chat = { id: string; owner: string };

const { backend, sql } = await ownPostgres();
/** One of 1,000 chats of 97 messages, and the one of 12,000 whose owner has 2,000 chats. */
let short: Chat;
let long: Chat;

beforeAll(async () => {
  const { id: owner } = await signUpPerson(backend, "heavy");
  // Without the triggers that check foreign keys, and outside of the search index, so that it takes seconds and not a minute.
  await sql`set session_replication_role = replica`;
  await sql`insert into public.users (id) select gen_random_uuid() from generate_series(1, 500)`;
  await sql`
    insert into public.chats (user_id, title, created_at, last_message_at)
    select id, 'short', now() - n * interval '1 hour', now() - n * interval '1 second'
    from public.users cross join generate_series(1, 2) n where id <> ${owner}`;
  await sql`
    insert into public.chats (user_id, title, created_at, last_message_at)
    select ${owner}, 'long', now() - n * interval '1 hour', now() - n * interval '1 second'
    from generate_series(1, 2000) n`;
  await sql`
    insert into public.messages (chat_id, user_id, created_at, direction, role, content, search_later)
    select id, user_id, now() - n * interval '1 second', 'inbound', 'user', 'message ' || n, true
    from (select *, 97 as size from public.chats where title = 'short'
      union all (select *, 12000 from public.chats where title = 'long' limit 1)) chats
    cross join generate_series(1, size) n`;
  await sql`
    insert into public.chats (user_id, created_at)
    select id, now() - n * interval '1 hour' from generate_series(1, 2000) n,
      (select id from public.users where id <> ${owner} limit 1) someone`;
  await sql`set session_replication_role = origin`;
  await sql`vacuum analyze`;
  // What PostgreSQL's manual advises for a solid-state disk; the default is for a spinning one.
  await sql`set random_page_cost = 1.1`;
  const [first, last] = await sql<Chat[]>`
    select chat_id as id, user_id as owner from public.messages
    group by 1, 2 order by count(*) = 97, 1 limit 2`;
  if (first === undefined || last === undefined) throw new Error("No chats.");
  [long, short] = [first, last];
  // The first read of a connection also reads the catalogue.
  for (const table of ["users", "chats", "messages"]) {
    await planOf(short.owner, `select * from public.${table} limit 1`);
  }
});

/** Reads as the chat's owner does from the browser, and returns how the database went about it. */
async function planOf(owner: string, query: string) {
  const [{ "QUERY PLAN": plan } = { "QUERY PLAN": [] as { Plan: Plan }[] }] = await sql.begin(
    async (transaction) => {
      await transaction`select set_config('request.jwt.claim.sub', ${owner}, true)`;
      await transaction`set local role authenticated`;
      return transaction.unsafe(`explain (analyze, buffers, format json) ${query}`);
    },
  );
  const [root] = plan;
  if (root === undefined) throw new Error("No plan.");
  const nodes = flatten(root.Plan);
  return {
    indexes: [...new Set(nodes.flatMap((node) => node["Index Name"] ?? []))],
    nodes: nodes.map((node) => node["Node Type"]),
    rows: root.Plan["Actual Rows"],
    blocks: root.Plan["Shared Hit Blocks"] + root.Plan["Shared Read Blocks"],
  };
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}

const PAGE = "order by created_at desc, id desc limit 50";

const OF = "select * from public.messages where chat_id =";
type Read = [read: string, query: (chat: Chat) => string, index: string, blocks: number];
const ORDER = "messages_one_order_per_chat";
const AGO = "now() - interval '80 seconds'";
const READS: Read[] = [
  [
    "a person's membership",
    ({ owner }) => `select membership_status from public.users where id = '${owner}'`,
    "users_pkey",
    5,
  ],
  [
    "a person's chats",
    ({ owner }) => `select * from public.chats where user_id = '${owner}'
      order by last_message_at desc, created_at desc limit 50`,
    "chats_newest_first",
    10,
  ],
  ["the messages of a chat", ({ id }) => `${OF} '${id}' order by created_at limit 1000`, ORDER, 50],
  ["the newest page of a chat", ({ id }) => `${OF} '${id}' ${PAGE}`, ORDER, 10],
  [
    "an older page of a chat",
    ({ id }) => `${OF} '${id}' and (created_at, id) < (${AGO}, '${id}') ${PAGE}`,
    ORDER,
    10,
  ],
  [
    "an older page of a chat, as the REST surface asks for it",
    ({ id }) =>
      `${OF} '${id}' and created_at <= ${AGO} and (created_at < ${AGO} or id < '${id}') ${PAGE}`,
    ORDER,
    10,
  ],
  [
    "what came after a message, as the REST surface asks for it",
    ({ id }) => `${OF} '${id}' and created_at >= ${AGO} and (created_at > ${AGO} or id > '${id}')
      order by created_at, id limit 50`,
    ORDER,
    10,
  ],
  [
    "all a person may see, unfiltered",
    () => "select * from public.messages limit 50",
    "messages_",
    250,
  ],
];

it.each(READS)(
  "the database reads %s by an index and in its order, however long the chat",
  async (_, query, index, blocks) => {
    for (const chat of [short, long]) {
      const plan = await planOf(chat.owner, query(chat));
      expect(plan.rows).toBeGreaterThan(0);
      expect(plan.indexes).toEqual([expect.stringContaining(index)]);
      expect(plan.nodes).not.toContain("Seq Scan");
      expect(plan.nodes).not.toContain("Sort");
      expect(plan.blocks).toBeLessThanOrEqual(blocks);
    }
  },
);

it("a person's late page of chats is read without the pages before it, as the REST surface asks", async () => {
  const [last] = await sql<{ at: string; id: string }[]>`
    select last_message_at::text as at, id from public.chats where user_id = ${long.owner}
    order by last_message_at desc offset 1900 limit 1`;
  const plan = await planOf(
    long.owner,
    `select * from public.chats where user_id = '${long.owner}' and last_message_at <= '${last?.at}'
     and (last_message_at < '${last?.at}' or (last_message_at = '${last?.at}' and id < '${last?.id}'))
     order by last_message_at desc nulls first, created_at desc, id desc limit 50`,
  );
  expect(plan).toMatchObject({ rows: 50, indexes: ["chats_newest_first"] });
  expect(plan.blocks).toBeLessThanOrEqual(60);
});

it("a person's late page of chats that have no messages is read without the pages before it", async () => {
  const [last] = await sql<{ owner: string; at: string; id: string }[]>`
    select user_id as owner, created_at::text as at, id from public.chats where last_message_at is null
    order by created_at desc offset 1900 limit 1`;
  const owner = last?.owner ?? "";
  const plan = await planOf(
    owner,
    `select * from public.chats where user_id = '${owner}'
     and (created_at < '${last?.at}' or (created_at = '${last?.at}' and id < '${last?.id}'))
     and last_message_at is null and created_at <= '${last?.at}'
     order by last_message_at desc nulls first, created_at desc, id desc limit 50`,
  );
  expect(plan).toMatchObject({ rows: 50, indexes: ["chats_newest_first"] });
  expect(plan.blocks).toBeLessThanOrEqual(60);
  const rest = await planOf(
    owner,
    `select * from public.chats where user_id = '${owner}' and last_message_at is not null
     order by last_message_at desc nulls first, created_at desc, id desc limit 50`,
  );
  expect(rest).toMatchObject({ rows: 2, indexes: ["chats_newest_first"] });
  expect(rest.blocks).toBeLessThanOrEqual(10);
});

it("a turn in a long chat begins, stops and ends, and the chat is deleted, without a walk through any table", async () => {
  // What came before is counted elsewhere, so that the transaction's counters are its own.
  await sql`select pg_stat_force_next_flush()`;
  const read = await sql.begin(async (transaction) => {
    const question = crypto.randomUUID();
    const [begun] = await transaction<{ answer: string; claim: string }[]>`
      select turn #>> '{answer,id}' as answer, turn ->> 'claim' as claim
      from public.begin_turn(p_budgets => '{"chatgpt-4": 60000}', p_starts_chat => false,
        p_user_id => ${long.owner}, p_chat_id => ${long.id}, p_question_id => ${question},
        p_content => 'Hello', p_title => 'Hello', p_turns_per_minute => 10, p_turns_per_day => 10,
        p_chats_per_minute => 10, p_lease => '20 seconds') turn`;
    const { answer = "", claim = "" } = begun ?? {};
    await transaction`select public.renew_turn(p_user_id => ${long.owner}, p_answer_id => ${answer},
      p_claim_id => ${claim}, p_lease => '20 seconds', p_position => 1, p_piece => 'Hel')`;
    await transaction`select public.look_at_turn(${long.owner}, ${question}, ${answer})`;
    await transaction`select public.stop_turn(${long.owner}, ${long.id}, ${question})`;
    await transaction`select public.finish_turn(
      p_user_id => ${long.owner}, p_answer_id => ${answer}, p_claim_id => ${claim}, p_content => 'Hello',
      p_provider_model => null, p_input_tokens => null, p_cached_tokens => null, p_output_tokens => null,
      p_first_text_ms => null)`;
    await transaction`delete from public.chats where id = ${short.id}`;
    const tables = await transaction<{ relname: string; walked: number; found: number }[]>`
      select relname, seq_scan::integer as walked, idx_tup_fetch::integer as found
      from pg_stat_xact_user_tables
      where schemaname = 'public' and relname in ('users', 'chats', 'messages')`;
    await transaction`rollback and chain`;
    return tables;
  });
  const messages = read.find((table) => table.relname === "messages");
  expect(read.map((table) => table.walked)).toEqual([0, 0, 0]);
  expect(messages?.found).toBeGreaterThanOrEqual(200);
  expect(messages?.found).toBeLessThan(400 + 4 * 97);
});
