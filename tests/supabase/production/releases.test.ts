import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#database";
import { connectBackend } from "../../../supabase/functions/_shared/database/backend.ts";
import { readUsageLimits } from "../../../supabase/functions/_shared/limits.ts";
import { type OpenDatabase, openDatabase } from "../../../supabase/local/backend/database.ts";
import { openBackend } from "../../../supabase/local/backend/embedded-backend.ts";
import { loadSecrets } from "../../../supabase/local/backend/secrets.ts";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { ANN, BOB, RELEASES, type Written, writeRelease } from "./releases.ts";

const ORIGIN = "http://127.0.0.1";
const PEOPLE = `select u.* from public.users u join auth.users a using (id) order by a.email`;
const TABLES = [
  PEOPLE,
  "select * from public.chats order by created_at",
  // Without what later releases keep elsewhere.
  `select to_jsonb(m) - '{answering_until,stopped_at,claim_id,waiting}'::text[] as message
   from public.messages m order by created_at`,
  "select * from private.usage order by started_at",
];
const isIndexLate = ({ version }: { version: string }) => version.includes("search index");
const isDeletionFinal = ({ version }: { version: string }) => version !== "0.1.0";

describe.each(RELEASES)("a data directory written by release $version", (release) => {
  const dataDir = mkdtempSync(join(tmpdir(), "release-"));
  let written: Written;
  let before: Record<string, unknown>[][];
  let database: OpenDatabase;
  let client: (key: "publishableKey" | "secretKey") => SupabaseClient<Database>;
  const tables = () => Promise.all(TABLES.map((query) => database.rows(query)));

  beforeAll(async () => {
    written = await writeRelease(release, dataDir);
    database = await openDatabase(dataDir, undefined);
    before = await tables();
    const secrets = await loadSecrets(dataDir);
    const { app } = await openBackend(database, secrets, ORIGIN);
    client = (key) =>
      createClient<Database>(ORIGIN, secrets[key], {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { fetch: (input, init) => app.fetch(new Request(input, init)) },
      });
  });
  afterAll(async () => {
    await database.connection.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("an earlier release's data directory opens with every row and column as it was", async () => {
    expect(before.map((rows) => rows.length)).toEqual([2, 3, 3, 1]);
    expect(await tables()).toMatchObject(before);
  });

  it("an earlier release's data directory gets every migration of today", async () => {
    const files = readdirSync(join(ROOT, "supabase/migrations")).filter((name) =>
      name.endsWith(".sql"),
    );
    const history = await database.rows(
      "select version || '_' || name || '.sql' as file from supabase_migrations.schema_migrations order by 1",
    );
    expect(history.map(({ file }) => file)).toEqual(files.toSorted());
  });

  it("members of an earlier release keep their membership, as a row that later events change", async () => {
    const memberships = () =>
      database.rows(
        `select m.id, a.email, m.status, m.ended_at from private.memberships m
         join auth.users a on a.id = m.user_id order by a.email`,
      );
    expect(await memberships()).toMatchObject([
      { id: "mem_ann", email: ANN.email, status: "active", ended_at: null },
      { id: expect.stringMatching(/^hand:/), email: BOB.email, status: "cancelled" },
    ]);
    const backend = connectBackend(
      client("secretKey"),
      readUsageLimits(() => undefined),
    );
    const event = {
      p_id: "msg_1",
      p_membership_id: "mem_ann",
      p_happened_at: "2026-11-20T08:00:00Z",
      p_type: "membership.updated",
      p_status: "active",
      p_email: "ann-pays-with-another@example.com",
      p_ended_at: "2099-11-20T08:00:00Z",
    };
    expect(await backend.recordMembershipEvent(event, () => {})).toEqual({ outcome: "applied" });
    const [ann] = await database.rows(`select * from public.users where membership_id = 'mem_ann'`);
    expect(ann).toMatchObject({ membership_status: "active" });
    expect(Date.parse(String(ann?.["membership_ended_at"]))).toBe(Date.UTC(2099, 10, 20, 8));
  });

  it("people of an earlier release keep their sessions and passwords", async () => {
    const { auth } = client("publishableKey");
    expect((await auth.getUser(written.accessToken)).data.user?.email).toBe(ANN.email);
    const refreshed = await auth.refreshSession({ refresh_token: written.refreshToken });
    expect(refreshed.error).toBeNull();
    expect((await auth.signInWithPassword(BOB)).error).toBeNull();
  });

  it("still says of a question that the person stopped it before a reply was written", async () => {
    const reads = client("secretKey").from("attempts").select().eq("question_id", ANN.unanswered);
    const { data } = await reads;
    expect(data).toMatchObject([{ stopped_at: expect.any(String), failure: "stopped" }]);
  });

  it("a question that an earlier release left unanswered is answered with what was said before in mind", async () => {
    const backend = connectBackend(
      client("secretKey"),
      readUsageLimits(() => undefined),
    );
    const userId = await backend.userId(written.accessToken);
    const begun = await backend.beginTurn({
      userId,
      chatId: ANN.chat,
      messageId: ANN.unanswered,
      content: "And a skerry?",
      title: "And a skerry?",
      model: undefined,
      startsChat: false,
    });
    expect(begun).toMatchObject({
      outcome: "begun",
      chat: { title: "What is a fjord?", model: "claude-4" },
      history: [
        { role: "user", content: "What is a fjord?\nIn one line, 🙂." },
        { role: "assistant", content: "A narrow arm of the sea." },
        { role: "user", content: "And a skerry?" },
      ],
    });
    if (begun.outcome !== "begun") throw new Error("The turn did not begin.");
    const reply = "A small rocky island.";
    expect(await backend.finishTurn(begun, reply)).toMatchObject({
      outcome: "stored",
      reply: { content: reply, reply_to: ANN.unanswered },
    });
  });

  it.runIf(isDeletionFinal(release))(
    "a chat that was deleted in an earlier release stays deleted",
    async () => {
      const backend = connectBackend(
        client("secretKey"),
        readUsageLimits(() => undefined),
      );
      const userId = await backend.userId(written.accessToken);
      expect(await backend.createChat(userId, ANN.deletedChat, undefined)).toEqual({
        outcome: "gone",
      });
    },
  );

  it.runIf(isIndexLate(release))(
    "messages that an earlier release had not put into the search index get into it",
    async () => {
      const late = () => database.rows("select id from public.messages where search_later");
      const listed = () => database.rows("select chat_id, before from private.unindexed_chats");
      expect(await late()).toHaveLength(3);
      expect(await listed()).toEqual([{ chat_id: ANN.chat, before: "infinity" }]);
      const indexed = await database.rows(
        `select public.index_messages((select id from auth.users where email = '${ANN.email}'), 250) as done`,
      );
      expect(indexed).toEqual([{ done: { outcome: "done" } }]);
      expect([await late(), await listed()]).toEqual([[], []]);
    },
  );

  it("new people sign up on the data of an earlier release and start on trial", async () => {
    const { error } = await client("publishableKey").auth.signUp({
      email: "new@example.com",
      password: "new password",
    });
    expect(error).toBeNull();
    expect((await database.rows(PEOPLE)).at(-1)).toMatchObject({ membership_status: "trial" });
  });
});
