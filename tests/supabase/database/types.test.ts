import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { generateTypes, TYPES_FILE } from "../../../supabase/local/types.ts";
import { openEmptyPglite } from "../../support/database/pglite.ts";

it("the types of the code are those that the migrations make: when this fails, run npm run types [calls.columns]", async () => {
  expect(await readFile(TYPES_FILE, "utf8")).toBe(
    await generateTypes(await openEmptyPglite("migrated")),
  );
});
