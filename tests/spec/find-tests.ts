import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const FILES = ["e2e/**/*.spec.ts", "tests/**/*.test.{ts,tsx}"];

// A test or a group of tests by its literal title; a skipped or pending one does not count.
const HEAD =
  /(?:\b(describe|test|it|asMember|asVisitor|onEveryDatabase|withEveryGrant)(?:\.each\b[^\n]*)?|^ *[\])}`]+)\(\s*(["'`])((?:\\.|(?!\2).)+)\2,/gm;
const GROUP = /^(?:describe|onEveryDatabase|withEveryGrant)$/;

/** Every test of the repository by its name, "file > describe > title" as written, with its text. */
export function findTests(): Map<string, string> {
  const tests = new Map<string, string>();
  for (const file of globSync(FILES, { cwd: ROOT })) {
    const source = readFileSync(resolve(ROOT, file), "utf8");
    for (const [title, text] of testsOf(source)) tests.set(`${file} > ${title}`, text);
  }
  return tests;
}

/** The tests of a file as the formatter leaves it: a group ends with the brace below its first letter. */
export function testsOf(source: string): Map<string, string> {
  const heads = [...source.matchAll(HEAD)];
  const tests = new Map<string, string>();
  let groups: { end: number; title: string }[] = [];
  for (const [number, head] of heads.entries()) {
    const title = head[3]?.replaceAll(/\\(["'`])/g, "$1") ?? "";
    const lineStart = source.lastIndexOf("\n", head.index) + 1;
    const indent = /^ */.exec(source.slice(lineStart))?.[0].length ?? 0;
    groups = groups.filter(({ end }) => end > head.index);
    if (isGroup(source, head, indent)) {
      const end = source.indexOf(`\n${" ".repeat(indent)}}`, head.index);
      groups.push({ end, title });
    } else {
      const name = [...groups.map((group) => group.title), title].join(" > ");
      tests.set(name, source.slice(head.index, heads[number + 1]?.index));
    }
  }
  return tests;
}

/** For the end of a table, `])("title", …`, the line that began it tells. */
function isGroup(source: string, head: RegExpExecArray, indent: number): boolean {
  if (head[1] !== undefined) return GROUP.test(head[1]);
  const beginning = new RegExp(`^ {${indent}}\\b(\\w+)\\.each\\b`, "gm");
  const begun = [...source.slice(0, head.index).matchAll(beginning)].at(-1)?.[1];
  return GROUP.test(begun ?? "");
}
