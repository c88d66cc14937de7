import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SITE_NAME } from "#ui/title.ts";

test("index.html and the web manifest call the product by the name the app has", () => {
  const html = readFileSync("index.html", "utf8");
  expect(html).toContain(`<title>${SITE_NAME}</title>`);
  expect(html).toContain(`<meta name="application-name" content="${SITE_NAME}" />`);
  expect(html).toContain(`<meta property="og:title" content="${SITE_NAME}" />`);
  const manifest: unknown = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"));
  expect(manifest).toMatchObject({ name: SITE_NAME, short_name: SITE_NAME });
});
