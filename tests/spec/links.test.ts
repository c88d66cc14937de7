import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../supabase/local/process/settings.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** The anchors of a page: those written as `<a id>`, and one for each heading, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const text = read(page).replaceAll(/^```.*?^```/gms, "");
  const ids = [...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = ""]) => id);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...ids, ...headings];
}

const pages = globSync(["*.md", "docs/**/*.md", ".github/*.md"], { cwd: ROOT });

it("every path that a page names is there, but for what the product makes", () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:src|supabase|tests|e2e|docs|public)\/[\w./-]+)`/g)]
      .filter(([, path = ""]) => !path.includes("/.") && !existsSync(join(ROOT, path)))
      .map(([path]) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

it("every relative link of a page leads to a file and an anchor that are there", () => {
  expect(pages.length).toBeGreaterThan(20);
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\[[^[\]]*\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = "", anchor]) => {
        const target = path === "" ? page : normalize(join(dirname(page), path));
        if (!existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});
