import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../supabase/local/process/settings.ts";

const DECLARATION =
  /^export (?:async )?(?:const|let|function\*?|type|interface|class) +([A-Za-z_$][\w$]*)/gm;

/** Two files are set up by Vitest, which asks for this name. */
const SHARED = ["setup"];

const GLOBALS = new Set([
  ...Object.getOwnPropertyNames(globalThis),
  // A browser's, where Node has none.
  ..."close confirm event find focus history location name open origin parent print prompt scroll status stop".split(
    " ",
  ),
  ..."Document Element History Location Node Notification Option Range Selection Storage Text Window".split(
    " ",
  ),
]);

/** The files that declare an export, by its name. */
function exportsOf(pattern: string): Map<string, string[]> {
  const files = globSync(pattern, {
    cwd: ROOT,
    exclude: ["supabase/.temp/**", "supabase/.branches/**"],
  });
  const declared = new Map<string, string[]>();
  for (const file of files) {
    const source = readFileSync(join(ROOT, file), "utf8");
    // A type and a value of one name in one file are one thing.
    for (const name of new Set([...source.matchAll(DECLARATION)].map(([, found = ""]) => found)))
      declared.set(name, [...(declared.get(name) ?? []), file]);
  }
  return declared;
}

describe("the names of exports", () => {
  it("stand for one thing each in src, supabase, tests and e2e", () => {
    const declared = exportsOf("{src,supabase,tests,e2e}/**/*.{ts,tsx}");
    expect(declared.size).toBeGreaterThan(500);
    const shared = [...declared].filter(([, files]) => files.length > 1);
    expect(shared.filter(([name]) => !SHARED.includes(name))).toEqual([]);
    expect(shared.map(([name]) => name).toSorted()).toEqual(SHARED);
  });

  it("hide no global in src, supabase, tests and e2e", () => {
    const declared = exportsOf("{src,supabase,tests,e2e}/**/*.{ts,tsx}");
    expect([...declared].filter(([name]) => GLOBALS.has(name))).toEqual([]);
  });
});
