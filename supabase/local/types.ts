import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { App } from "@supabase/lite";
import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";
import { generateTypescript, sortGeneratorMetadata } from "@supabase/postgrest-typegen/generation";
import { introspect } from "@supabase/postgrest-typegen/introspection";
import { pgliteDatabase } from "./backend/database.ts";
import { applyMigrations } from "./backend/migrations.ts";

/** Where `npm run types` writes the database's TypeScript types. */
export const TYPES_FILE = fileURLToPath(
  new URL("../functions/_shared/database/database.types.ts", import.meta.url),
);

/**
 * The types of an empty database with every migration of the repository, as `supabase gen types` makes them, without
 * what no program does: tables are views, because only SQL functions write to them, and have no relationships. The
 * helpers for tables by name are left out. Closes the connection.
 */
export async function generateTypes(connection: PgliteConnection): Promise<string> {
  await new App({ connection, auth: { enabled: true } }).ensureSystemSchema();
  await applyMigrations(pgliteDatabase(connection));
  const metadata = await introspect(connection.driver, { includedSchemas: ["public"] });
  for (const table of metadata.tables.splice(0)) {
    metadata.views.push({ ...table, is_updatable: false });
  }
  metadata.relationships = [];
  metadata.functions = metadata.functions.filter(({ args }) => args.every(({ name }) => name));
  const types = await generateTypescript(sortGeneratorMetadata(metadata));
  await connection.close();
  return types.slice(0, types.indexOf("\ntype DatabaseWithoutInternals"));
}

if (import.meta.main) {
  const connection = await createPgliteConnection({ url: "memory://" });
  await writeFile(TYPES_FILE, await generateTypes(connection));
}
