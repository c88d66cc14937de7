import { newId } from "../../supabase/functions/_shared/new-id.ts";
import type { TestBackend } from "../support/database/backend.ts";
import { DATABASE_NAMES, type DatabaseName, startDatabase } from "./start-database.ts";
import { timeOf } from "./statistics.ts";
import { atMost, MILLISECONDS, type TableRow } from "./table.ts";

const COUNTS = [10_000, 50_000];
/** At any size: one row is moved. */
const MOST_MS = 50;

/** How long a long chat takes to be deleted, and to come back: the quickest of three rounds. */
export async function measureUndo(kind: DatabaseName): Promise<TableRow[]> {
  const backend = await startDatabase(kind);
  const owner = await backend.signUp("owner@example.com");
  const rows: TableRow[] = [];
  for (const count of COUNTS) {
    const chatId = await writeChat(backend, owner.id, count);
    const deleted: number[] = [];
    const restored: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      deleted.push(
        await timeOf(() => backend.sql("delete from public.chats where id = $1", chatId)),
      );
      restored.push(
        await timeOf(() =>
          backend.sql("select public.restore_chat($1, $2, 1000)", owner.id, chatId),
        ),
      );
    }
    const chat = `a chat of ${count.toLocaleString("en-US")} messages`;
    for (const [what, times] of Object.entries({ "is deleted": deleted, "comes back": restored })) {
      const name = `${chat} ${what}, ${DATABASE_NAMES[kind]}`;
      rows.push(atMost(name, Math.min(...times), MOST_MS, MILLISECONDS));
    }
  }
  await backend.stop();
  return rows;
}

/** Writes a chat of questions and answers of 100 words each, with ids as the product makes them, and returns its id. */
async function writeChat(backend: TestBackend, userId: string, count: number): Promise<string> {
  const chatId = crypto.randomUUID();
  await backend.sql(
    "insert into public.chats (id, user_id, title) values ($1, $2, 'Long')",
    chatId,
    userId,
  );
  // Marked, so that writing them does not take half a minute.
  await backend.sql(
    `insert into public.messages
       (id, chat_id, user_id, created_at, direction, role, content, reply_to, search_later)
     select id, $1::uuid, $2::uuid, now() + place * interval '1 second',
       case when is_question then 'inbound' else 'outbound' end,
       case when is_question then 'user' else 'assistant' end,
       (select string_agg(substr(md5((place / 2 % 500 * n)::text), 1, 2 + n % 8), ' ') from generate_series(1, 100) n),
       case when not is_question then before end, true
     from (
       select id::uuid, lag(id::uuid) over (order by place) as before, place, place % 2 = 1 as is_question
       from jsonb_array_elements_text($3::text::jsonb) with ordinality as ids (id, place)
     ) as listed order by place`,
    chatId,
    userId,
    JSON.stringify(Array.from({ length: count }, newId)),
  );
  await backend.sql(
    `update public.chats set last_message_at =
       (select max(created_at) from public.messages where chat_id = $1) where id = $1`,
    chatId,
  );
  return chatId;
}
