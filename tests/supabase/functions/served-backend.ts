import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { honoMiddleware } from "@supabase/lite/vite";
import { serveLocally } from "../../support/serve-locally.ts";

type App = Parameters<typeof honoMiddleware>[0];

/** A call of a database function that is kept from the database until the test says what becomes of it. */
export type HeldCall = { pass: () => Promise<void>; drop: () => void };

export type ServedBackend = {
  port: number;
  /** How many requests came so far. */
  count: () => number;
  /** The next call of the database function `name`, as soon as it is there. */
  holdNext: (name: string) => Promise<HeldCall>;
  stop: () => Promise<void>;
};

/** Serves a backend on a loopback port, as the functions reach it, with a hand on the line. */
export async function serveBackend({ app }: { app: Pick<App, "fetch"> }): Promise<ServedBackend> {
  const middleware = honoMiddleware(app as App, ["/auth/v1", "/rest/v1"]);
  const holds = new Map<string, (call: HeldCall) => void>();
  let count = 0;

  const server = createServer((request, response) => {
    count += 1;
    const pass = () => middleware(request, response, () => response.writeHead(404).end());
    const hold = holds.get(request.url ?? "");
    if (!hold) return pass();
    holds.delete(request.url ?? "");
    // Read now: whoever sent it may be killed before it is passed on.
    void buffer(request).then((body) => {
      const { method = "POST", url = "/" } = request;
      const headers = request.headers as Record<string, string>;
      const held = new Request(new URL(url, "http://127.0.0.1"), { method, headers, body });
      hold({ pass: async () => void (await app.fetch(held)), drop: () => request.destroy() });
    });
  });
  const { port, stop } = await serveLocally(server);
  return {
    port,
    count: () => count,
    holdNext: (name) => new Promise((resolve) => holds.set(`/rest/v1/rpc/${name}`, resolve)),
    stop,
  };
}
