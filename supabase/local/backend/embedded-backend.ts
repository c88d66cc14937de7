import { App, ConsoleEmailDriver } from "@supabase/lite";
import type { OpenDatabase } from "./database.ts";
import { applyMigrations, prepareForMigrations } from "./migrations.ts";
import { requireOwnDatabase } from "./own-database.ts";
import type { Secrets } from "./secrets.ts";

/** The most rows that one read returns; config.toml says the same for a hosted project. */
export const MAX_ROWS = 50;

/**
 * Opens the Supabase-compatible backend on a database and migrates it. Returns the app that serves `/auth/v1` and
 * `/rest/v1`, the names of the migrations applied, and whether there were none before. Throws a StartError when the
 * database is not the product's own or a migration fails. Its configuration is its own: `supabase/config.toml` belongs to
 * the Supabase CLI.
 */
export async function openBackend(database: OpenDatabase, secrets: Secrets, origin: string) {
  const { hostname, port } = new URL(origin);
  const app = new App({
    connection: database.connection,
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: origin,
      additional_redirect_urls: [`http://${hostname}:${port}/**`, `http://127.0.0.1:${port}/**`],
      minimum_password_length: 6,
      enable_signup: true,
      enable_anonymous_sign_ins: false,
      email: { enable_signup: true, enable_confirmations: false },
    },
    api: { max_rows: MAX_ROWS },
    storage: { enabled: false },
    studio: { enabled: false },
    options: {
      server: { admin: false, apiKeys: {}, disableStudio: true },
      drivers: { email: new ConsoleEmailDriver() },
    },
  });
  await requireOwnDatabase(database);
  // The history comes first: it marks the database as ours, whatever interrupts the rest.
  await prepareForMigrations(database);
  const isNew =
    (await database.rows("select version from supabase_migrations.schema_migrations")).length === 0;
  await app.ensureSystemSchema();
  const applied = await applyMigrations(database);
  await app.init();
  return { app, isNew, applied };
}
