import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const MIGRATIONS = new URL("../../supabase/migrations/", import.meta.url);

/** The files up to this one were released without the line, and stay as they are. */
const LAST_WITHOUT = "20261122140000";

// The Supabase CLI resets every setting before each file, so that no file can rely on what ran before it.
it("a migration begins with a bound on how long it waits for locks", () => {
  const unbounded = readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith(".sql") && file > LAST_WITHOUT)
    .filter(
      (file) =>
        !readFileSync(new URL(file, MIGRATIONS), "utf8").startsWith("set lock_timeout = '5s';\n"),
    );
  expect(unbounded).toEqual([]);
});
