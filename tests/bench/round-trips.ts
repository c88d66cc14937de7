import { serveBackend } from "../supabase/functions/served-backend.ts";
import type { MemberSession } from "../support/member-session.ts";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { startFunctionsUnderTest } from "./functions.ts";
import type { Bench } from "./product.ts";
import { atMost, COUNT, type TableRow } from "./table.ts";

const TURNS = 5;
/** A reply that takes a minute: a word each second. */
const LONG_REPLY = { pieces: Array.from({ length: 60 }, () => "word "), pieceMs: 1_000 };

/** Requests from the functions to the backend, counted on the line between them. The same for every turn, or none is. */
export async function countRoundTrips(
  { product }: Bench,
  provider: ScriptedProvider,
  member: MemberSession,
): Promise<TableRow[]> {
  const backend = `http://127.0.0.1:${product.port}`;
  const line = await serveBackend({ app: { fetch: (request) => passOn(request, backend) } });
  const functions = await startFunctionsUnderTest(product, provider.env.OPENAI_BASE_URL, {
    backendPort: line.port,
  });
  const before: number[] = [];
  const after: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const start = line.count();
    let asked = start;
    provider.onRequest(() => {
      asked = line.count();
    });
    const stream = turn % 2 === 0;
    await functions.send({ name: "start_chat", member, stream, body: { message: "Hello" } });
    before.push(asked - start);
    after.push(line.count() - asked);
  }
  const short = line.count();
  provider.script(LONG_REPLY);
  await functions.send({ name: "start_chat", member, stream: true, body: { message: "Hello" } });
  provider.script({ pieces: ["Good."], pieceMs: 0 });
  const long = line.count() - short;
  await functions.stop();
  await line.stop();
  return [
    atMost("round trips to the backend before the provider call", Math.max(...before), 2, COUNT),
    atMost("round trips to the backend after the provider call", Math.max(...after), 1, COUNT),
    atMost("round trips to the backend of a reply that takes a minute, in all", long, 25, COUNT),
  ];
}

async function passOn(request: Request, backend: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = method === "GET" ? null : await request.arrayBuffer();
  const response = await fetch(backend + pathname + search, { method, headers, body });
  return new Response(await response.arrayBuffer(), {
    status: response.status,
    headers: { "content-type": response.headers.get("content-type") ?? "" },
  });
}
