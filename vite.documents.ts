import { type Plugin, type ResolvedConfig, type Rolldown, runnerImport } from "vite";
import type { renderShell } from "./src/app/render-shell.tsx";

const RENDER = "/src/app/render-shell.tsx";
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
const INLINE = "<script>";
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
 * no script is waited for. Every other path gets app.html, which links to the styles.
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
    if (!link || styles?.type !== "asset" || !html.includes(INLINE))
      return this.error("index.html has no stylesheet or no inline script.");

    const { reads, list, conversation } = FIRST_SCREENS;
    const app = scriptsOf(bundle, FIRST_SCREENS.app);
    const ofList = scriptsOf(bundle, [...reads, ...list], app);
    const ofChat = scriptsOf(bundle, conversation, [...app, ...ofList]);
    const preloads = app.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`);
    const preloaded = html
      .replace(INLINE, `<script data-list="${ofList.join(" ")}" data-chat="${ofChat.join(" ")}">`)
      .replace(ENTRY, (entry) => preloads.join("") + entry);
    this.emitFile({ type: "asset", fileName: "app.html", source: preloaded });
    document.source = preloaded.replace(link, () => `<style>${String(styles.source)}</style>`);
  },
};

/** The paths of the scripts that modules are in, and of those that they import, without the first one and `others`. */
function scriptsOf(
  bundle: Rolldown.OutputBundle,
  modules: readonly string[],
  others: readonly string[] = [],
): string[] {
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
  return [...found].map((name) => `/${name}`).filter((path) => !others.includes(path));
}
