import type { Plugin } from "vite";

const BLOCKING = '<script src="/shell.js"></script>';
const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;

/**
 * Builds two documents of index.html. `/` gets its own, which can be painted as it arrives: the styles are inside, and
 * no script is waited for. Every other path gets app.html, where shell.js hides what the home screen has alone.
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
    if (!link || styles?.type !== "asset" || !html.includes(BLOCKING))
      return this.error("index.html has no stylesheet or no shell.js.");

    this.emitFile({ type: "asset", fileName: "app.html", source: html });
    document.source = html
      .replace(link, () => `<style>${String(styles.source)}</style>`)
      .replace(BLOCKING, BLOCKING.replace("<script", "<script async"));
  },
};
