import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { headersFile, nginxConfig, netlifyToml, vercelJson } from "./host-files.ts";
import { ROOT } from "./supabase-cli.ts";

// The headers have one source, supabase/local/server/headers.ts. After a change there or in host-files.ts, `vitest -u` with
// this file's name writes the first three; the one in the README is copied by hand.

it.each([
  ["vercel.json", vercelJson],
  ["public/_headers", headersFile],
  ["netlify.toml", netlifyToml],
])("%s says what npm start says", async (file, render) => {
  await expect(render()).toMatchFileSnapshot(join(ROOT, file));
});

it("the README's nginx configuration says what npm start says", () => {
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(
    `\`\`\`nginx\n${nginxConfig()}\`\`\``,
  );
});

it("pages are always asked for anew, hashed files never", () => {
  expect(headersFile()).toMatch(/^\/\n {2}Cache-Control: no-cache$/m);
  expect(headersFile()).toMatch(
    /^\/assets\/\*\n {2}Cache-Control: public, max-age=31536000, immutable$/m,
  );
});
