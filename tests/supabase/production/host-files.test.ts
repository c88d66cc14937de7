import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { headersFile, nginxConfig, netlifyToml, vercelJson } from "./host-files.ts";

// The headers have one source, supabase/local/server/headers.ts. After a change there or in host-files.ts, run
// `vitest -u` with this file's name: it writes these files anew.

it.each([
  ["vercel.json", vercelJson],
  ["public/_headers", headersFile],
  ["netlify.toml", netlifyToml],
  ["docs/hosting/nginx.conf", nginxConfig],
])("%s sets the headers that npm start sets and passes /api on", async (file, render) => {
  await expect(render()).toMatchFileSnapshot(join(ROOT, file));
});

it("Vercel lets no browser keep for a year that a file is missing", () => {
  expect(vercelJson()).not.toContain("immutable");
});

it("nginx asks for the address of the functions again while it runs", () => {
  expect(nginxConfig()).toMatch(/resolver .+ valid=60s;/);
  expect(nginxConfig()).toContain("proxy_pass $functions;");
});

it("a browser asks a static host for pages anew each time, and for hashed files only once", () => {
  expect(headersFile()).toMatch(/^\/\n {2}Cache-Control: no-cache$/m);
  expect(headersFile()).toMatch(
    /^\/assets\/\*\n {2}Cache-Control: public, max-age=31536000, immutable$/m,
  );
});
