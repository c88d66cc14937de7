import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { serveLocally } from "../../support/serve-locally.ts";

describe("the functions for Cloudflare Pages in docs/hosting", () => {
  type Context = { request?: Request; params?: { name: string }; next?: () => Promise<Response> };
  type Handler = (context: Context) => Promise<Response>;
  const server = createServer((request, response) => {
    response.writeHead(201, { "x-token": request.headers.authorization, "x-path": request.url });
    request.pipe(response);
  });
  let origin = "";
  const load = async (file: string) => {
    const code = readFileSync(
      join(ROOT, "docs/hosting/cloudflare/functions", file),
      "utf8",
    ).replace(/https:\/\/[\w.-]+/, origin);
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      onRequest: Handler;
    };
    return module.onRequest;
  };

  beforeAll(async () => {
    const listening = await serveLocally(server);
    origin = listening.origin;
    return listening.stop;
  });

  it("the Cloudflare Pages function passes a call on to the project's function and returns its response", async () => {
    const onRequest = await load("api/[name].js");
    const request = new Request("https://chat.example.com/api/send_message", {
      method: "POST",
      headers: { authorization: "Bearer token" },
      body: "{}",
    });
    const response = await onRequest({ request, params: { name: "send_message" } });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-path")).toBe("/functions/v1/send_message");
    expect(response.headers.get("x-token")).toBe("Bearer token");
    expect(await response.text()).toBe("{}");
  });

  it("the Cloudflare Pages function returns a script that exists, and 404 in place of the page for one that does not", async () => {
    const onRequest = await load("assets/[name].js");
    const answer = (type: string) =>
      onRequest({ next: async () => new Response("", { headers: { "content-type": type } }) });
    expect((await answer("text/javascript")).status).toBe(200);
    expect((await answer("text/html; charset=utf-8")).status).toBe(404);
  });
});
