import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import type { Postgres } from "./postgres.ts";

/** What a new database holds: nothing, what Supabase itself brings, or that and the migrations. */
export type Content = "nothing" | "supabase" | "migrations";

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to.
  interface ProvidedContext {
    /** Where test files ask for databases. */
    databases: string;
  }
}

/**
 * Vitest's global setup: one PostgreSQL server for all test files. It is started when the first of them asks for a
 * database, and a database that is asked for is a copy of one that was made once.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let server: Promise<Postgres> | undefined;
  let made = 0;
  const listener = createServer((request, response) => {
    const content = request.url?.slice(1) as Content;
    // A kept connection may be closed at the moment when the next file asks over it.
    response.setHeader("connection", "close");
    server ??= startWithTemplates();
    made += 1;
    const name = `test_${made}`;
    server
      .then(({ createDatabase }) => createDatabase(name, content))
      .then(
        (url) => response.end(url),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  provide("databases", `http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  return async () => {
    listener.close();
    await (await server)?.stop();
  };
}

/** Creates a database on the server that all test files share. Returns its address. */
export async function newDatabase(content: Content): Promise<string> {
  const response = await fetch(`${inject("databases")}/${content}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`No database: ${text}`);
  return text;
}

/** A server with a database for each content, to copy from. */
async function startWithTemplates(): Promise<Postgres> {
  const [{ startPostgres }, { fillDatabase }] = await Promise.all([
    import("./postgres.ts"),
    import("./backend.ts"),
  ]);
  const server = await startPostgres();
  await server.createDatabase("nothing");
  await fillDatabase(await server.createDatabase("supabase"), { withMigrations: false });
  await fillDatabase(await server.createDatabase("migrations", "supabase"), {
    withMigrations: true,
  });
  return server;
}
