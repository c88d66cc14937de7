import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../../../../supabase/local/backend/database.ts";
import { startPostgres } from "../../database/postgres.ts";

it("a statement may take fifteen seconds, on the embedded database and on a server", async () => {
  const directory = mkdtempSync(join(tmpdir(), "timeout-"));
  const server = await startPostgres();
  try {
    for (const url of [undefined, await server.createDatabase("timeout")]) {
      const { connection, rows } = await openDatabase(directory, url);
      expect(await rows("show statement_timeout")).toEqual([{ statement_timeout: "15s" }]);
      await connection.close();
    }
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true });
  }
});
