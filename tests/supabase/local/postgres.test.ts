import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startProduct } from "../../../e2e/support/running-product.ts";
import { type Postgres, startPostgres } from "../../support/database/postgres.ts";
import { logIn } from "./log-in.ts";

// Starting a whole product takes seconds; on a machine that does much else, far more.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
});

it("runs on a PostgreSQL server named by DATABASE_URL, and finds its data there again", async () => {
  const DATABASE_URL = await server.createDatabase("product");
  const first = await startProduct({ env: { DATABASE_URL } });
  const { token } = await logIn(first, { email: "demo@example.com", password: "demo-member" });
  const sent = await first.send("/api/start_chat", {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ message: "Kept by the server" }),
  });
  expect(sent.status).toBe(200);
  await first.stop();

  const second = await startProduct({ env: { DATABASE_URL } });
  const { client } = await logIn(second, { email: "demo@example.com", password: "demo-member" });
  const { data } = await client.from("messages").select("content").order("created_at").limit(1);
  expect(data).toEqual([{ content: "Kept by the server" }]);
  await second.stop();
});
