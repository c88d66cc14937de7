import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestBackend, startBackend } from "../../support/database/backend.ts";
import { signUpPerson } from "../../support/database/turns.ts";

let backend: TestBackend;
let sql: Sql;
let owner: string;
/** The owner's chat of 6,000 messages, and one of 20. */
const long = crypto.randomUUID();
const short = crypto.randomUUID();

beforeAll(async () => {
  backend = await startBackend("postgres");
  sql = postgres(backend.url ?? "", { max: 1, onnotice: () => undefined });
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
afterAll(async () => {
  await sql.end();
  await backend.stop();
});

/** How many blocks the database reads to begin a turn in the chat, once it knows its own functions. */
async function blocksOfATurn(chatId: string): Promise<number> {
  let blocks = 0;
  for (let turn = 0; turn < 7; turn += 1) {
    const [row] = await sql<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }[]>`
      explain (analyze, buffers, format json) select public.begin_turn(
        p_user_id => ${owner}, p_chat_id => ${chatId}, p_starts_chat => false,
        p_question_id => ${crypto.randomUUID()}, p_content => 'Hello', p_title => 'Hello',
        p_turns_per_minute => 1000, p_turns_per_day => 1000, p_chats_per_minute => 1000,
        p_lease => '20 seconds', p_budgets => '{"chatgpt-4": 2000}')`;
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
