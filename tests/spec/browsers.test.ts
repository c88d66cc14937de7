import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const NAMES = ["chrome", "edge", "firefox", "safari"];

/** The versions that a file names, by its own words for them. */
function versionsIn(file: string, words: RegExp): Record<string, string> {
  const [text] = words.exec(readFileSync(join(ROOT, file), "utf8").replace(/\s+/g, " ")) ?? [""];
  const versions = Array.from(
    text.matchAll(
      /(?:(chrome)(?: (?:and|or) (edge))?|(edge)|(firefox)|(safari))(?: from)? ?([\d.]*\d)/gi,
    ),
    ([, ...found]) => {
      const version = found.pop() ?? "";
      return found.filter(Boolean).map((name) => [name.toLowerCase(), version] as const);
    },
  );
  return Object.fromEntries(versions.flat());
}

it("the README, the sentence of an older browser, its requirement and the build name the same browsers [product.browsers]", () => {
  const built = versionsIn("vite.config.ts", /target: \[[^\]]*\]/);
  expect(Object.keys(built)).toEqual(NAMES);
  expect(versionsIn("README.md", /## Browsers .*? An older one/)).toEqual(built);
  expect(versionsIn("index.html", /needs a newer browser: [^"]*"/)).toEqual(built);
  expect(versionsIn("docs/behaviour.md", /It needs Chrome [^']* An older browser/)).toEqual(built);
  expect(versionsIn("docs/behaviour.md", /needs a newer browser: [^']*'/)).toEqual(built);
});
