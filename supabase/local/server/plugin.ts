import { readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { honoMiddleware } from "@supabase/lite/vite";
import type { Connect, Plugin } from "vite";
import { respondToFault, sendUnavailable } from "./faults.ts";
import { securityHeaders } from "./headers.ts";
import { servedBy, isHiddenInDevelopment } from "./serving-rules.ts";

type Fetch = Parameters<typeof honoMiddleware>[0]["fetch"];

export type PluginOptions = {
  /** Serves `/auth/v1` and `/rest/v1`. */
  backend: { fetch: Fetch };
  publishableKey: string;
  /** Resolves when the functions can answer; rejects when they will not. */
  functionsReady: () => Promise<void>;
  /** How many milliseconds a request waits for functions that are starting; half a minute unless told otherwise. */
  patienceMs?: number;
};

/** A path with a backslash is not passed on: it would turn into a slash on the way. */
const FOR_BACKEND = /^\/(?:auth|rest)\/v1\/[^\\?]*(?:\?|$)/;
/** A script or stylesheet of the build, which build.ts has compressed. */
const HASHED = /^(\/assets\/[\w-]+\.(js|css))(?:\?|$)/;
const IMMUTABLE = "public, max-age=31536000, immutable";
const KEY_META = /<meta name="supabase-key" content=""( ?\/?)>/;

/** Serves the embedded backend and the built app, or the app under development, on Vite's own server. */
export function product({
  backend,
  publishableKey,
  functionsReady,
  patienceMs = 30_000,
}: PluginOptions): Plugin {
  const backendMiddleware = honoMiddleware(backend as Parameters<typeof honoMiddleware>[0], [
    "/auth/v1",
    "/rest/v1",
  ]);
  const withKey = (html: string) =>
    html.replace(KEY_META, `<meta name="supabase-key" content="${publishableKey}"$1>`);

  /** Serves what both servers serve alike, and leaves the rest to the app. */
  const common =
    (headers: Record<string, string>): Connect.NextHandleFunction =>
    (request, response, next) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      const path = request.url ?? "";
      if (FOR_BACKEND.test(path)) return backendMiddleware(request, response, next);
      if (!path.startsWith("/api/")) return next();
      response.setHeader("Cache-Control", "no-store");
      void passOn(response, next);
    };

  async function passOn(response: ServerResponse, next: Connect.NextFunction): Promise<void> {
    const ready = functionsReady().then(
      () => true,
      () => false,
    );
    const isReady = await Promise.race([ready, sleep(patienceMs, false, { ref: false })]);
    if (isReady) next();
    else sendUnavailable(response);
  }

  return {
    name: "product",
    transformIndexHtml: withKey,
    configureServer(server) {
      server.middlewares.use(common(securityHeaders({ hotReload: true })));
      server.middlewares.use((request, response, next) => {
        if (isHiddenInDevelopment(request.url ?? "")) return sendStatus(response, 404);
        next();
      });
    },
    configurePreviewServer(server) {
      const directory = server.config.build.outDir;
      const document = (name: string) => {
        const page = Buffer.from(withKey(readFileSync(join(directory, name), "utf8")));
        return { page, zipped: gzipSync(page) };
      };
      const documents = { home: document("index.html"), page: document("app.html") };
      server.middlewares.use(common(securityHeaders()));
      server.middlewares.use((request, response, next) => {
        const served = servedBy(request.url ?? "", (path) => isFile(join(directory, path)));
        if (served === "functions") return next();
        if (served === "nothing") return sendStatus(response, 404);
        if (request.method !== "GET" && request.method !== "HEAD") return sendStatus(response, 405);
        if (served === "home" || served === "page")
          return sendPage(request, response, documents[served]);
        const [, script, type] = HASHED.exec(request.url ?? "") ?? [];
        response.setHeader("Cache-Control", script ? IMMUTABLE : "no-cache");
        if (script === undefined || !accepts(request, "br")) return next();
        response.setHeader("Content-Type", `text/${type === "css" ? "css" : "javascript"}`);
        response.setHeader("Content-Encoding", "br");
        response.setHeader("Vary", "Accept-Encoding");
        response.end(readFileSync(join(directory, `${script}.br`)));
      });
      return () => {
        server.middlewares.use(respondToFault);
      };
    },
  };
}

const accepts = ({ headers }: IncomingMessage, encoding: string) =>
  new RegExp(`\\b${encoding}\\b`).test(String(headers["accept-encoding"]));

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Nothing there, or a name that no file can have, such as one that is too long.
    return false;
  }
}

function sendStatus(response: ServerResponse, status: 404 | 405): void {
  response.writeHead(status, { "Content-Type": "text/plain", "Cache-Control": "no-store" });
  response.end(status === 404 ? "Not found.\n" : "Method not allowed.\n");
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  { page, zipped }: { page: Buffer; zipped: Buffer },
): void {
  const isZipped = accepts(request, "gzip");
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
    Vary: "Accept-Encoding",
    ...(isZipped && { "Content-Encoding": "gzip" }),
    "Content-Length": isZipped ? zipped.length : page.length,
  });
  response.end(request.method === "HEAD" ? undefined : isZipped ? zipped : page);
}
