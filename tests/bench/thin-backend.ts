import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import postgres from "postgres";
import { serveLocally } from "../support/serve-locally.ts";

/**
 * The two responses that the functions need of a Supabase project, straight from PostgreSQL with one query each: whose
 * a live session is, and the outcome of an SQL function. The embedded backend sends some thirty queries for a turn
 * where a hosted one sends few; here it must not be what is measured.
 */
export async function startThinBackend(databaseUrl: string, jwtSecret: string) {
  const sql = postgres(databaseUrl, { max: 16 });

  async function user(request: IncomingMessage) {
    const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
    const [head, body = "", signature] = token.split(".");
    const expected = createHmac("sha256", jwtSecret).update(`${head}.${body}`).digest("base64url");
    if (signature !== expected) throw new Error("The token is not ours.");
    const { session_id } = JSON.parse(Buffer.from(body, "base64url").toString()) as {
      session_id: string;
    };
    const [found] = await sql`
      select users.id, users.email from auth.sessions join auth.users on users.id::text = sessions.user_id::text
      where sessions.id::text = ${session_id}`;
    return found;
  }

  async function call(name: string, request: IncomingMessage) {
    const body = (await text(request)) || "{}";
    const named = Object.entries(JSON.parse(body) as Record<string, string>);
    const list = named.map(([key], index) => `${key} => $${index + 1}`).join(", ");
    const values = named.map(([, value]) => value);
    const [row] = await sql.unsafe(`select public.${name}(${list}) as outcome`, values, {
      prepare: true,
    });
    return row?.["outcome"] as unknown;
  }

  const server = createServer((request, response) => {
    const name = /^\/rest\/v1\/rpc\/(\w+)$/.exec(request.url ?? "")?.[1];
    void (name ? call(name, request) : user(request)).then((answer) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
  });
  const { port, stop } = await serveLocally(server);
  return {
    port,
    stop: async () => {
      await stop();
      await sql.end();
    },
  };
}
