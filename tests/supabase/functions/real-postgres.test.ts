import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Message } from "../../../supabase/functions/_shared/contract.ts";
import { newIds, setUpDrivenProduct } from "./driven-product.ts";

/** On a busy machine the first replies take seconds. */
const PATIENT = { timeout: 30_000 };

describe("many requests at once on a real PostgreSQL", () => {
  const our = setUpDrivenProduct("postgres");

  it("forty messages sent to one chat at once get forty replies, and no two rows have the same time", async () => {
    our.provider.script({ text: "Answer", pieceMs: 0 });
    const chatId = await our.emptyChat();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        our.product.post("send_message", { chatId, message: `Question ${index}` }, our.member),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));

    const stored = await our.product.backend.sql<{ id: string; time: string }>(
      "select id, created_at::text as time from public.messages where chat_id = $1 order by created_at",
      chatId,
    );
    expect(stored).toHaveLength(80);
    expect(new Set(stored.map(({ time }) => time)).size).toBe(80);
    const answered = answers.flatMap(({ body }) => {
      const { userMessage, aiMessage } = body as { userMessage: Message; aiMessage: Message };
      return [userMessage.id, aiMessage.id];
    });
    expect(answered.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  });

  it("a chat that is deleted while forty requests write to it leaves no row behind", async () => {
    our.provider.script({ text: "Answer", pieceMs: 0 });
    const chatId = await our.emptyChat();
    const ended = new AbortController();
    onTestFinished(() => ended.abort());
    /** Sends again and again until the chat is gone, so that the deletion meets requests whenever it comes. */
    const sendUntilRefused = async (): Promise<number> => {
      let status = 200;
      while (status === 200 && !ended.signal.aborted) {
        const body = { chatId, message: "Question" };
        ({ status } = await our.product.post("send_message", body, our.member));
      }
      return status;
    };
    const sending = Array.from({ length: 40 }, sendUntilRefused);
    await expect
      .poll(async () => (await our.messagesOf(chatId)).length, PATIENT)
      .toBeGreaterThan(3);
    const { error } = await our.member.client.from("chats").delete().eq("id", chatId);
    expect(error).toBeNull();
    for (const status of await Promise.all(sending)) expect([404, 410]).toContain(status);
    expect(await our.messagesOf(chatId)).toEqual([]);
    expect(
      await our.product.backend.sql("select 1 from public.chats where id = $1", chatId),
    ).toEqual([]);
  });

  it("forty searches of one member take one connection at once, and another member's turn begins meanwhile [limits.lanes]", async () => {
    our.provider.script({ text: "Answer", pieceMs: 0 });
    const search = () => our.product.post("search", { query: "needle" }, our.member);
    expect((await search()).status).toBe(200);
    const other = await our.product.member();
    const sql = postgres(our.product.backend.url ?? "", { max: 1 });
    onTestFinished(() => sql.end());
    const { searching } = await sql.begin(async (transaction) => {
      // The searches cannot go on.
      await transaction`select from private.usage where user_id = ${our.member.id} for update`;
      const searching = Promise.all(Array.from({ length: 40 }, search));
      const waiting = () =>
        our.product.backend.sql(
          "select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()",
        );
      await expect.poll(waiting, PATIENT).not.toEqual([]);
      const turn = await our.product.post("start_chat", { message: "Question" }, other);
      expect([turn.status, (await waiting()).length]).toEqual([200, 1]);
      return { searching };
    });
    for (const { status } of await searching) expect(status).toBe(200);
  });

  it("each question has one reply, although stops and retries race with its end", async () => {
    our.provider.script({ text: "Answer", pieceMs: 0 });
    const turns = Array.from({ length: 20 }, () => ({ ...newIds(), message: "Race" }));
    const answers = await Promise.all(
      turns.flatMap((turn) => [
        our.product.post("start_chat", turn, our.member),
        our.product.post("send_message", { ...turn, stop: true }, our.member),
        our.product.post("start_chat", turn, our.member),
      ]),
    );
    // A stop can come before its question does.
    for (const { status } of answers) expect([200, 404]).toContain(status);
    for (const turn of turns) {
      expect(await our.messagesOf(turn.chatId)).toMatchObject([
        { role: "user", content: "Race" },
        { role: "assistant", content: "Answer" },
      ]);
    }
  });
});
