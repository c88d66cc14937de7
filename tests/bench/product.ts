import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningProduct, startRunningProduct } from "../../e2e/support/running-product.ts";
import { openDatabase } from "../../supabase/local/backend/database.ts";
import { freePort } from "../../supabase/local/process/ports.ts";
import { startPostgres } from "../support/database/postgres.ts";
import { type MemberSession, newMemberSession } from "../support/member-session.ts";

export type Bench = {
  product: RunningProduct;
  /** Signs a new member up and in. */
  member: () => Promise<MemberSession>;
  /** The PostgreSQL server under the product; undefined on the embedded database. */
  databaseUrl: string | undefined;
  stop: () => Promise<void>;
};

/** The SQL function that does nothing, for comparison. It exists in this database only. */
export const EMPTY_FUNCTION = "bench_empty";

/** Starts the whole product as `npm start` does, on a database of its own. */
export async function startBench(
  kind: "embedded" | "postgres",
  env: Record<string, string>,
): Promise<Bench> {
  const server = kind === "postgres" ? await startPostgres() : undefined;
  const databaseUrl = await server?.createDatabase("bench");
  const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
  await addEmptyFunction(dataDir, databaseUrl);
  const product = await startRunningProduct({
    dataDir,
    port: await freePort(),
    env: {
      TURNS_PER_MINUTE: "1000000",
      TURNS_PER_DAY: "1000000",
      CHATS_PER_MINUTE: "1000000",
      SEARCHES_PER_MINUTE: "1000000",
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...env,
    },
  });
  return {
    product,
    databaseUrl,
    member: () => newMemberSession(product),
    stop: async () => {
      await product.stop();
      await server?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function addEmptyFunction(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  const database = await openDatabase(dataDir, databaseUrl);
  await database.run(
    `create function public.${EMPTY_FUNCTION}() returns jsonb language sql as $$ select '{}'::jsonb $$`,
  );
  await database.connection.close();
}
