import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { OpenAnswerRow } from "#contract";
import { copyEmptyDatabase } from "../../../e2e/support/empty-database.ts";
import { type RunningProduct, startRunningProduct } from "../../../e2e/support/running-product.ts";
import { openDatabase } from "../../../supabase/local/backend/database.ts";
import { DEMO_MEMBER } from "../../../supabase/local/backend/members.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import { type Postgres, startPostgres } from "../../support/database/postgres.ts";
import { type MemberSession, newMemberSession } from "../../support/member-session.ts";
import { newFolder } from "../../support/new-folder.ts";
import {
  type ProviderCall,
  startScriptedProvider,
} from "../../support/providers/scripted-provider.ts";
import { logInOverHttp } from "./log-in.ts";
import { descendantsOf, isAlive } from "./processes.ts";

// Starting a whole product takes seconds; on a machine that does much else, far more.
vi.setConfig({ testTimeout: 600_000 });

/** What is committed survives, as on a real server. */
const DURABLE = { fsync: "on", full_page_writes: "on", synchronous_commit: "on" };

/** A product on a database of its own, which is killed with it and starts again with it. */
async function startKillable(kind: "embedded" | "PostgreSQL", env: Record<string, string>) {
  const dataDir = newFolder(onTestFinished);
  copyEmptyDatabase(dataDir);
  const server: Postgres | null = kind === "PostgreSQL" ? await startPostgres(DURABLE) : null;
  onTestFinished(() => server?.stop());
  const databaseUrl = await server?.createDatabase("killed");
  const start = () =>
    startRunningProduct({
      dataDir,
      env: { ...env, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
    });
  let product = await start();
  onTestFinished(async () => void (await product.stop()));
  return {
    product: () => product,
    /** Ends every process at once, in the middle of whatever it does. */
    async kill() {
      for (const pid of descendantsOf(product.pid)) process.kill(pid, "SIGKILL");
      await Promise.all([product.stop("SIGKILL"), server?.kill()]);
    },
    /** Starts it again, after `meanwhile` was run in its database. */
    async startAgain(meanwhile: string) {
      await server?.resume();
      await withDatabase((sql) => sql(meanwhile));
      product = await start();
    },
    withDatabase,
  };

  async function withDatabase<Result>(
    ask: (sql: <Row>(query: string) => Promise<Row[]>) => Promise<Result>,
  ): Promise<Result> {
    const database = await openDatabase(dataDir, databaseUrl);
    const result = await ask(async <Row>(query: string) => (await database.rows(query)) as Row[]);
    await database.connection.close();
    return result;
  }
}

/** What a member's page sends and reads. */
function pageOf(product: RunningProduct, member: MemberSession) {
  const headers = {
    apikey: product.secrets.publishableKey,
    authorization: `Bearer ${member.token}`,
    "content-type": "application/json",
  };
  return {
    post: (name: string, body: object) =>
      product.send(`/api/${name}`, { method: "POST", headers, body: JSON.stringify(body) }),
    read: async <Row>(what: string) => {
      const response = await product.send(`/rest/v1/${what}`, { headers });
      return (await response.json()) as Row[];
    },
  };
}

describe.each(["embedded", "PostgreSQL"] as const)("on the %s database", (kind) => {
  it("a product killed with its database keeps whole replies and unfinished text; ended by SIGTERM it leaves no process [answers.killed]", async () => {
    const provider = await startScriptedProvider();
    onTestFinished(() => provider.stop());
    provider.script("by hand");
    const killable = await startKillable(kind, provider.env);
    const member = await newMemberSession(killable.product());
    const page = pageOf(killable.product(), member);
    const chat = { chatId: crypto.randomUUID(), messageId: crypto.randomUUID() };
    const asking = page.post("start_chat", { ...chat, message: "Hello" });
    await provider.answerNext("Hello yourself");
    expect((await asking).status).toBe(200);

    const question = { ...chat, messageId: crypto.randomUUID(), message: "Who is right?" };
    const answers: { id: string; call: ProviderCall; response: Promise<Response> }[] = [];
    for (let count = 1; count <= 4; count += 1) {
      const id = crypto.randomUUID();
      const response = page.post("send_message", { ...question, answerId: id });
      const call = await provider.next();
      call.write(`Half of ${id}`);
      answers.push({ id, call, response });
    }
    const open = `rpc/open_answers?p_chat_id=${chat.chatId}`;
    const read = async () =>
      (await page.read<OpenAnswerRow>(open)).filter(({ text }) => text !== null);
    await expect.poll(read, { timeout: 120_000 }).toHaveLength(4);
    // The first becomes whole at the last moment. What the others write now is in no piece yet.
    const [whole, ...broken] = answers;
    whole?.call.write(", whole");
    whole?.call.finish();
    expect((await whole?.response)?.status).toBe(200);
    for (const { call } of broken) call.write(", and more");
    const cut = Promise.allSettled(broken.map(({ response }) => response));
    await killable.kill();
    expect((await cut).map(({ status }) => status)).toEqual(broken.map(() => "rejected"));

    // Nobody renews the claims any more, which end after 20 seconds.
    await killable.startAgain(
      "update private.attempts set claimed_until = now() where claimed_until is not null",
    );
    const again = pageOf(killable.product(), member);
    const replies = (
      await again.read<{ id: string; content: string; reply_to: string | null }>("messages")
    ).filter(({ reply_to }) => reply_to !== null);
    expect(replies.map(({ content }) => content).toSorted()).toEqual(
      [`Half of ${whole?.id}, whole`, "Hello yourself"].toSorted(),
    );
    const unfinished = await again.read<OpenAnswerRow>(open);
    expect(unfinished.map(({ id }) => id).toSorted()).toEqual(
      broken.map(({ id }) => id).toSorted(),
    );
    for (const { id, status, text } of unfinished) {
      expect(status).toBe("failed");
      expect([`Half of ${id}`, `Half of ${id}, and more`]).toContain(text);
    }

    provider.forget();
    for (const { id } of broken) {
      const retry = again.post("send_message", { ...question, answerId: id });
      await provider.answerNext("Asked again");
      expect(await (await retry).json()).toMatchObject({
        aiMessage: { id, content: "Asked again" },
      });
    }
    // The one that was whole is returned as it is.
    const same = await again.post("send_message", { ...question, answerId: whole?.id });
    expect(await same.json()).toMatchObject({
      aiMessage: { content: `Half of ${whole?.id}, whole` },
    });
    expect(provider.count()).toBe(3);
    await logInOverHttp(killable.product(), DEMO_MEMBER);
    const started = descendantsOf(killable.product().pid);
    expect(started.length).toBeGreaterThan(0);
    await killable.product().stop("SIGTERM");
    expect(started.filter(isAlive)).toEqual([]);
    await killable.withDatabase(async (sql) => {
      expect(await brokenInvariants({ sql })).toEqual(NO_BROKEN_INVARIANT);
      expect(await sql("select from public.messages where content = 'Asked again'")).toHaveLength(
        3,
      );
      expect(await sql("select id from private.attempts")).toEqual([]);
      expect(await sql("select answer_id from private.pieces")).toEqual([]);
    });
  });
});
