import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { purgeByTimer } from "../../../../supabase/local/backend/purge-timer.ts";
import { ownBackend } from "../../../support/database/on-every-database.ts";
import { converse, signUpPerson } from "../../../support/database/turns.ts";

const backend = await ownBackend("pglite");
const SCHEDULE = join(
  import.meta.dirname,
  "../../../../supabase/schemas/operator/purge_schedule.sql",
);

/** A chat of two messages that was deleted more than ten minutes ago; returns its id. */
async function deletedChat() {
  const person = await signUpPerson(backend, "leaver");
  const { chat } = await converse(backend, person, "deleted");
  await backend.sql("delete from public.chats where id = $1", chat.id);
  await backend.sql(
    "update private.deleted_chats set deleted_at = deleted_at - interval '10 minutes' where id = $1",
    chat.id,
  );
  return chat.id;
}

it("the timer purges deleted chats without any traffic, also after the database was away [chats.purge]", async () => {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const rows = vi.fn<typeof backend.database.rows>(backend.database.rows);
  rows.mockRejectedValueOnce(new Error("away"));
  const purging = purgeByTimer({ rows }, end.signal, 20);
  for (const _ of ["first", "second"]) {
    const chatId = await deletedChat();
    const left = "select from public.messages where chat_id = $1";
    await vi.waitFor(async () => expect(await backend.sql(left, chatId)).toEqual([]), {
      timeout: 30_000,
    });
  }
  end.abort();
  await purging;
});

it("a host that has pg_cron purges deleted chats every minute, and others are migrated without it [chats.purge]", async () => {
  const schedule = readFileSync(SCHEDULE, "utf8");
  await backend.database.run(schedule);
  // As pg_cron declares it.
  await backend.database.run(`
    create schema cron;
    create table cron.job (jobname text primary key, schedule text, command text);
    create function cron.schedule(job_name text, schedule text, command text) returns bigint
      language sql as 'insert into cron.job values ($1, $2, $3) on conflict do nothing returning 1';`);
  onTestFinished(() => backend.database.run("drop schema cron cascade"));
  await backend.database.run(schedule);
  const [job] = await backend.sql<{ schedule: string; command: string }>("select * from cron.job");
  expect(job).toMatchObject({ jobname: "purge deleted chats", schedule: "* * * * *" });
  const chatId = await deletedChat();
  await backend.sql(job?.command ?? "");
  expect(await backend.sql("select from public.messages where chat_id = $1", chatId)).toEqual([]);
});
