import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../supabase/local/process/settings.ts";

/** Everything that people write here: code, tests, pages, and the tool files at the root; not this file's patterns. */
const FILES = globSync(
  [
    "{src,supabase,tests,e2e,docs,public,.github}/**/*.{ts,tsx,mjs,js,css,html,sql,md,json,toml,yml}",
    "*.{ts,js,json,md,toml,html}",
  ],
  {
    cwd: ROOT,
    exclude: [
      "supabase/.temp/**",
      "supabase/.branches/**",
      "package-lock.json",
      "tests/spec/citations.test.ts",
    ],
  },
);
const PAGES = FILES.filter((file) => file.endsWith(".md"));
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

describe("what the code and the pages refer to", () => {
  it("is in the repository: no paper, section or issue that is elsewhere", () => {
    const citation = /\b(?:SPEC|DESIGN|PROMISES|[Ii]ssues? \d+|[Tt]he issue)\b/;
    const citing = FILES.flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, at) => (citation.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
    );
    expect(citing).toEqual([]);
  });

  it("has an anchor wherever code names one of a page", () => {
    const dangling = FILES.flatMap((file) =>
      [...read(file).matchAll(/\b(docs\/[\w./-]+\.md)(?:#([\w.-]*\w))?/g)]
        .filter(([, page = "", anchor]) => {
          if (!existsSync(join(ROOT, page))) return true;
          return anchor !== undefined && !anchorsOf(page).includes(anchor);
        })
        .map(([reference]) => `${file}: ${reference}`),
    );
    expect(dangling).toEqual([]);
  });

  it("is there for every relative link of a page, and a decision is called by its own number", () => {
    const broken = PAGES.flatMap((page) =>
      [...read(page).matchAll(/\[([^[\]]*)\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, label = "", path = "", anchor]) => {
          const target = path === "" ? page : normalize(join(dirname(page), path));
          if (!existsSync(join(ROOT, target))) return true;
          if (/^\d{4}$/.test(label) && !path.includes(`${label}-`)) return true;
          return anchor !== undefined && !anchorsOf(target).includes(anchor);
        })
        .map(([link]) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("is there for every file or folder that a page names", () => {
    const missing = PAGES.flatMap((page) =>
      [...read(page).matchAll(/`([\w./-]+\/[\w.-]+|[\w.-]+\.(?:tsx?|json|toml|sql))`/g)]
        .map(([, path = ""]) => path)
        .filter((path) => !/^\/|\.temp\/|\.env$|^@/.test(path))
        .filter((path) => !existsSync(join(ROOT, path)))
        .filter((path) => !FILES.some((file) => file.endsWith(`/${path}`)))
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it("is there for every folder that the picture of the folders shows", () => {
    const [, map = ""] = /^```text\n(src\/.*?)^```/ms.exec(read("docs/architecture.md")) ?? [];
    let parent = "";
    const folders = [...map.matchAll(/^( *)(\w+\/)/gm)].map(([, indent, folder = ""]) => {
      if (indent === "") parent = folder;
      return indent === "" ? folder : parent + folder;
    });
    expect(folders.length).toBeGreaterThan(8);
    expect(folders.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
  });

  it("is a script of package.json wherever a page says npm", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = PAGES.flatMap((page) =>
      [...read(page).matchAll(/`npm (?:run )?([a-z]\w*)|^npm (?:run )?([a-z]\w*)/gm)].map(
        ([, quoted, name = quoted ?? ""]) => name,
      ),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => name !== "ci" && scripts[name] === undefined)).toEqual([]);
  });
});

describe("the pages", () => {
  it("begin with a README that leads to all others", () => {
    const readme = read("README.md");
    const pages = globSync("docs/*.md", { cwd: ROOT });
    expect(pages.filter((page) => !readme.includes(`(${page})`))).toEqual([]);
  });

  it("list every decision, numbered without a gap", () => {
    const index = read("docs/decisions/README.md");
    for (const [at, record] of globSync("docs/decisions/0*.md", { cwd: ROOT })
      .toSorted()
      .entries()) {
      expect(record).toContain(`/${String(at + 1).padStart(4, "0")}-`);
      expect(index).toContain(`(${record.replace("docs/decisions/", "")})`);
    }
  });
});
