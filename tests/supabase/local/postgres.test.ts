import postgres from "postgres";
import { expect, it, vi } from "vitest";
import { startRunningProduct } from "../../../e2e/support/running-product.ts";
import { newDatabase } from "../../support/database/shared-postgres.ts";
import { logInOverHttp } from "./log-in.ts";
import { descendantsOf, isAlive } from "./processes.ts";

// Starting a whole product takes seconds; on a machine that does much else, far more.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

it("a product with DATABASE_URL keeps its data on that server, and SIGTERM ends all its processes", async () => {
  const DATABASE_URL = await newDatabase("nothing");
  const product = await startRunningProduct({ env: { DATABASE_URL } });
  const { token } = await logInOverHttp(product, {
    email: "demo@example.com",
    password: "demo-member",
  });
  const sent = await product.send("/api/start_chat", {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ message: "Kept by the server" }),
  });
  expect(sent.status).toBe(200);
  const started = descendantsOf(product.pid);
  await product.stop("SIGTERM");
  expect(started.filter(isAlive)).toEqual([]);

  const sql = postgres(DATABASE_URL, { max: 1 });
  const [first] = await sql`select content from public.messages order by created_at limit 1`;
  await sql.end();
  expect(first).toEqual({ content: "Kept by the server" });
});
