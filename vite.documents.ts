import { readFileSync } from "node:fs";
import { minifySync, type Plugin, type ResolvedConfig, type Rolldown, runnerImport } from "vite";
import type { renderShell } from "./src/app/render-shell.tsx";
import type * as firstRequests from "./vite.first-requests.ts";

const RENDER = "/src/app/render-shell.tsx";
const FIRST_REQUESTS = "/vite.first-requests.ts";
const FIRST_PAINT = "src/app/first-paint.js";
const SNAPSHOT_PAINT = "src/app/snapshot-paint.js";
/** What a member needs beside the first script: for the list of chats, and for a chat. The first of it imports nothing. */
const LIST = [
  "src/lib/database-client.ts",
  "node_modules/idb-keyval/dist/index.js",
  "src/features/chat/chats/chat-list.tsx",
];
const CHAT = [...LIST, "src/features/chat/conversation/conversation.tsx"];
const BLOCKING = /<script\s+src="\/src\/app\/first-paint.js"><\/script>/;
const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
const ROOT = '<div id="root" data-shell></div>';

/**
 * Fills index.html with the shell: the home screen, rendered from the app's own components. In a build it does not know
 * what .env files say; that is only where its links lead, and nothing but its text box works.
 */
export function shell(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "shell",
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: "pre",
      async handler(html, { server }) {
        if (!html.includes(ROOT)) throw new Error(`index.html has no ${ROOT}.`);
        const { root, mode } = config;
        const module = server
          ? await server.ssrLoadModule(RENDER)
          : (await runnerImport(RENDER, { root, mode })).module;
        const markup = (module as { renderShell: typeof renderShell }).renderShell();
        return html.replace(ROOT, () => ROOT.replace("</div>", () => `${markup}</div>`));
      },
    },
  };
}

/**
 * Builds two documents of index.html. `/` gets its own, which can be painted as it arrives: the styles are inside, and
 * no script is waited for. Every other path gets app.html, where first-paint.js hides what the screen there does not have.
 * That script is an asset, so that a browser which has been here before need not ask for it.
 * Fails the build when index.html does not hold what is to be replaced.
 */
export const twoDocuments: Plugin = {
  name: "two-documents",
  apply: "build",
  enforce: "post",
  async generateBundle(_options, bundle) {
    const document = bundle["index.html"];
    if (document?.type !== "asset") return this.error("There is no index.html.");
    const html = String(document.source);
    const [link, file = ""] = STYLESHEET.exec(html) ?? [];
    const styles = bundle[file];
    if (!link || styles?.type !== "asset" || !BLOCKING.test(html))
      return this.error("index.html has no stylesheet or no first-paint.js.");

    const { root, mode, env } = this.environment.config;
    const { module } = await runnerImport<typeof firstRequests>(FIRST_REQUESTS, {
      root,
      mode,
      plugins: [notesRequests],
    });
    const scripts = scriptsOf(bundle, LIST);
    const more = scriptsOf(bundle, CHAT).filter((path) => !scripts.includes(path));
    const forMembers = {
      list: { scripts, requests: module.list },
      chat: { scripts: more, requests: module.chat },
      url: String(env["VITE_SUPABASE_URL"] ?? "").trim(),
      apiKey: String(env["VITE_SUPABASE_PUBLISHABLE_KEY"] ?? "").trim(),
    };
    const emit = (...paths: string[]) => {
      const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
      const written = paths
        .map(read)
        .join("")
        .replace("FOR_MEMBERS", () => JSON.stringify(forMembers));
      const { code: source } = minifySync(FIRST_PAINT, written);
      return this.getFileName(this.emitFile({ type: "asset", name: "first-paint.js", source }));
    };

    const app = html.replace(
      BLOCKING,
      `<script src="/${emit(FIRST_PAINT, SNAPSHOT_PAINT)}"></script>`,
    );
    this.emitFile({ type: "asset", fileName: "app.html", source: app });
    document.source = html
      .replace(link, () => `<style>${String(styles.source)}</style>`)
      .replace(
        BLOCKING,
        `<script async fetchpriority="high" src="/${emit(FIRST_PAINT)}"></script>`,
      );
  },
};

/** Has what is read go through FIRST_REQUESTS. */
const notesRequests: Plugin = {
  name: "notes-requests",
  enforce: "pre",
  load: (id) =>
    id.endsWith("/src/lib/database.ts") ? `export { database } from "${FIRST_REQUESTS}"` : null,
};

/** The paths of the scripts that modules are in, and of those that they import, without the first one. */
function scriptsOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const found = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || chunk.isEntry || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
    if (chunk === undefined) throw new Error(`No script holds ${module}.`);
    add(chunk);
  }
  return [...found].map((name) => `/${name}`);
}
