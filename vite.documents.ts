import { readFileSync } from "node:fs";
import { minifySync, type Plugin, type ResolvedConfig, type Rolldown, runnerImport } from "vite";
import type { renderShell } from "./src/app/render-shell.tsx";

const RENDER = "/src/app/render-shell.tsx";
const FIRST_PAINT = "src/app/first-paint.js";
/**
 * The scripts of the first screens, each by the modules that it begins with: it holds all that these import, but for what
 * one above it holds. The first script imports the app. A member's address needs the others besides.
 */
export const FIRST_SCREENS = {
  app: ["src/app/start.tsx"],
  // Not with the list, which waits for the app: it is read meanwhile.
  reads: ["src/lib/database-client.ts"],
  list: ["src/features/chat/chats/chat-list.tsx"],
  conversation: ["src/features/chat/conversation/conversation.tsx"],
} as const;
const BLOCKING = /<script\s+src="\/src\/app\/first-paint.js"><\/script>/;
const ENTRY = /<script type="module"/;
const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
const ROOT = '<div id="root"><div data-shell></div></div>';

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

    const { reads, list, conversation } = FIRST_SCREENS;
    const app = scriptsOf(bundle, FIRST_SCREENS.app);
    const more = (modules: readonly string[]) =>
      JSON.stringify(scriptsOf(bundle, modules).filter((path) => !app.includes(path)));
    const written = readFileSync(new URL(FIRST_PAINT, import.meta.url), "utf8")
      .replace("LIST_SCRIPTS", () => more([...reads, ...list]))
      .replace("CHAT_SCRIPTS", () => more([...reads, ...list, ...conversation]));
    const { code: source } = minifySync(FIRST_PAINT, written);
    const script = this.emitFile({ type: "asset", name: "first-paint.js", source });
    const src = `src="/${this.getFileName(script)}"`;
    const preloads = app.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`);
    const preloaded = html.replace(ENTRY, (entry) => preloads.join("") + entry);
    this.emitFile({
      type: "asset",
      fileName: "app.html",
      source: preloaded.replace(BLOCKING, `<script ${src}></script>`),
    });
    document.source = preloaded
      .replace(link, () => `<style>${String(styles.source)}</style>`)
      .replace(BLOCKING, `<script async fetchpriority="high" ${src}></script>`);
  },
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
