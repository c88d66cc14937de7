import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { setUpDrivenProduct } from "./product.ts";

/** On a busy machine the first replies take seconds. */
const PATIENT = { timeout: 30_000 };

describe("many requests at once on a real PostgreSQL", () => {
  const our = setUpDrivenProduct("postgres");

  it("forty searches of one member take one connection at once, and another member's turn begins meanwhile [limits.lanes]", async () => {
    our.provider.script({ text: "Answer", pieceMs: 0 });
    const search = () => our.post("search", { query: "needle" });
    expect((await search()).status).toBe(200);
    const other = await our.product.member();
    const sql = postgres(our.product.backend.url ?? "", { max: 1 });
    onTestFinished(() => sql.end());
    const { searching } = await sql.begin(async (transaction) => {
      // The searches cannot go on.
      await transaction`select from private.usage where user_id = ${our.member.id} for update`;
      const searching = Promise.all(Array.from({ length: 40 }, search));
      const waiting = () =>
        our.sql(
          "select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()",
        );
      await expect.poll(waiting, PATIENT).not.toEqual([]);
      const turn = await our.product.post("start_chat", { message: "Question" }, other);
      expect([turn.status, (await waiting()).length]).toEqual([200, 1]);
      return { searching };
    });
    for (const { status } of await searching) expect(status).toBe(200);
  });

  it("a search of a member for whom another process searches waits without a connection, and is refused after 3 s [limits.lanes]", async () => {
    const search = () => our.post("search", { query: "needle" });
    const sql = postgres(our.product.backend.url ?? "", { max: 1 });
    onTestFinished(() => sql.end());
    await sql.begin(async (transaction) => {
      await transaction`select public.search_messages(${our.member.id}, '[" needle"]', 20)`;
      const refused = await search();
      expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
      expect(refused.headers.get("retry-after")).toBe("1");
    });
    expect((await search()).status).toBe(200);
  });
});
