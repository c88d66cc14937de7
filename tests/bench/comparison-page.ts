import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { ROOT } from "../../supabase/local/process/settings.ts";
import { buildApp } from "../../supabase/local/server/build.ts";
import { serveLocally } from "../support/serve-locally.ts";

/** The product's page, and the same app and libraries as a page is usually built: one bundle into an empty document. */
export type TwoPages = { ours: string; plain: string; stop: () => Promise<void> };

export async function serveTwoPages(): Promise<TwoPages> {
  const folder = mkdtempSync(join(tmpdir(), "bench-page-"));
  await build({
    root: ROOT,
    logLevel: "error",
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const ours = await serveFolder(await buildApp(() => {}), "index.html");
  // The document with its styles in a file of their own.
  const document = join(folder, "app.html");
  writeFileSync(document, emptied(readFileSync(document, "utf8")));
  const plain = await serveFolder(folder, "app.html");
  return {
    ours: ours.origin,
    plain: plain.origin,
    stop: async () => {
      await ours.stop();
      await plain.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

const SHELL = /<div id="root"[^>]*>[\s\S]*<\/div>(?=\s*<noscript>)/;

function emptied(html: string): string {
  if (!SHELL.test(html)) throw new Error("The page has no shell to leave out.");
  return html.replace(SHELL, '<div id="root"></div>');
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** A static host that compresses every file. */
async function serveFolder(folder: string, document: string) {
  const files = new Map<string, Buffer | undefined>();
  const zipped = (path: string) => {
    if (!files.has(path)) files.set(path, readIfThere(join(folder, path)));
    return files.get(path);
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").replace(/\?.*/, "").replace(/\/$/, `/${document}`);
    const body = zipped(path);
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    const headers = { "content-type": type, "content-encoding": "gzip" };
    if (body) response.writeHead(200, headers).end(body);
    else response.writeHead(404).end();
  });
  return serveLocally(server);
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return gzipSync(readFileSync(path));
  } catch {
    return undefined;
  }
}
