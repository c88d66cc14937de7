import { readFileSync } from "node:fs";
import { createServer, type Plugin, type ResolvedConfig, type ViteDevServer } from "vite";
import type { renderShell } from "./src/app/render-shell.tsx";

const FIRST_PAINT = "src/app/first-paint.js";
const BLOCKING = /<script\s+src="\/src\/app\/first-paint.js"><\/script>/;
const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
const ROOT = '<div id="root" data-shell></div>';

/** Fills index.html with the shell: the home screen, rendered from the app's own components. */
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
        const markup = await (server ? render(server) : renderForBuild(config));
        return html.replace(ROOT, () => ROOT.replace("</div>", () => `${markup}</div>`));
      },
    },
  };
}

async function render(server: ViteDevServer): Promise<string> {
  const module = await server.ssrLoadModule("/src/app/render-shell.tsx");
  return (module as { renderShell: typeof renderShell }).renderShell();
}

/** A build has no server to load the components with, so it starts one for them. It listens on no port. */
async function renderForBuild({ root, mode, configFile }: ResolvedConfig): Promise<string> {
  const server = await createServer({
    root,
    mode,
    configFile: configFile ?? false,
    appType: "custom",
    logLevel: "error",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    return await render(server);
  } finally {
    await server.close();
  }
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
  generateBundle(_options, bundle) {
    const document = bundle["index.html"];
    if (document?.type !== "asset") return this.error("There is no index.html.");
    const html = String(document.source);
    const [link, file = ""] = STYLESHEET.exec(html) ?? [];
    const styles = bundle[file];
    if (!link || styles?.type !== "asset" || !BLOCKING.test(html))
      return this.error("index.html has no stylesheet or no first-paint.js.");

    const written = readFileSync(new URL(FIRST_PAINT, import.meta.url), "utf8");
    const source = written.replaceAll(/^ *\/\/.*\n/gm, "");
    const script = this.emitFile({ type: "asset", name: "first-paint.js", source });
    const tag = `<script src="/${this.getFileName(script)}"></script>`;

    const app = html.replace(BLOCKING, tag);
    this.emitFile({ type: "asset", fileName: "app.html", source: app });
    document.source = app
      .replace(link, () => `<style>${String(styles.source)}</style>`)
      .replace(tag, tag.replace("<script", '<script async fetchpriority="high"'));
  },
};
