import { createServer } from "node:http";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { serveLocally } from "../serve-locally.ts";
import type { Postgres, Server } from "./postgres.ts";

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
 * Vitest's global setup: one PostgreSQL server of each kind for all test files. It is started when the first of them asks
 * for a database, and a database that is asked for is a copy of one that was made once.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const servers = new Map<Server, Promise<Postgres>>();
  let made = 0;
  const listener = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    const which = searchParams.get("server") as Server;
    const content = searchParams.get("content") as Content;
    // A kept connection may be closed at the moment when the next file asks over it.
    response.setHeader("connection", "close");
    const server = servers.get(which) ?? startWithTemplates(which);
    servers.set(which, server);
    made += 1;
    const name = `test_${made}`;
    server
      .then(({ createDatabase }) => createDatabase(name, content))
      .then(
        (url) => response.end(url),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  const { origin, stop } = await serveLocally(listener);
  provide("databases", origin);
  return async () => {
    await stop();
    for (const server of servers.values()) await (await server).stop();
  };
}

/** Creates a database on the server of that kind that all test files share. Returns its address. */
export async function newDatabase(content: Content, server: Server = "postgres"): Promise<string> {
  const asked = new URLSearchParams({ server, content });
  const response = await fetch(`${inject("databases")}?${asked}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`No database: ${text}`);
  return text;
}

/** A server with a database for each content, to copy from. */
async function startWithTemplates(which: Server): Promise<Postgres> {
  const [{ startPostgres }, { fillDatabase }] = await Promise.all([
    import("./postgres.ts"),
    import("./backend.ts"),
  ]);
  const server = await startPostgres({}, which);
  await server.createDatabase("nothing");
  await fillDatabase(await server.createDatabase("supabase"), { withMigrations: false });
  await fillDatabase(await server.createDatabase("migrations", "supabase"), {
    withMigrations: true,
  });
  return server;
}
