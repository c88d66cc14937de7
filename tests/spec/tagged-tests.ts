import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../supabase/local/process/settings.ts";

/** A test, or a group of tests, whose title names the behaviours it shows: "… [home.heading]". */
export type TaggedTest = {
  readonly title: string;
  readonly tags: readonly string[];
  /** The whole call, title and body. */
  readonly text: string;
};

const TAG = /\[([a-z][a-z-]*\.[a-z][a-z0-9-]*)\]/g;
// A call whose first argument is a literal title. Skipped and pending tests show nothing.
const CALL = /(\.(?:skip|todo|fixme)\b[^\n]*)?\(\s*(["'`])((?:\\.|(?!\2)[^\n])+)\2,/g;

/** Every tagged test of the repository, by the path of its file. */
export function findTaggedTests(): Map<string, TaggedTest[]> {
  const files = globSync(["e2e/**/*.spec.ts", "tests/**/*.test.{ts,tsx}"], {
    cwd: ROOT,
    exclude: ["tests/spec/**"],
  });
  return new Map(files.map((file) => [file, taggedTests(readFileSync(join(ROOT, file), "utf8"))]));
}

/** The tagged tests of a file as the formatter leaves it: a call ends with the bracket below its first letter. */
export function taggedTests(source: string): TaggedTest[] {
  return [...source.matchAll(CALL)].flatMap((call) => {
    const [, skipped, , title = ""] = call;
    const tags = [...title.matchAll(TAG)].map(([, tag = ""]) => tag);
    if (skipped !== undefined || tags.length === 0) return [];
    const indent = /^ */.exec(source.slice(source.lastIndexOf("\n", call.index) + 1))?.[0] ?? "";
    const length = source.slice(call.index).search(new RegExp(`\n${indent}[})][^\n]*;(?=\n|$)`));
    const text = source.slice(call.index, length < 0 ? undefined : call.index + length);
    return [{ title, tags, text }];
  });
}
