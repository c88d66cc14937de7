import { readFileSync } from "node:fs";

/**
 * A function of the schemas, as a statement that replaces it, with `instead` for all `words`. Throws when it has none.
 */
export function functionOf(file: string, words: string | RegExp = "", instead = ""): string {
  const url = new URL(`../../../supabase/schemas/functions/${file}.sql`, import.meta.url);
  const [text = ""] =
    /create function[\s\S]*?\$\$[\s\S]*?\$\$/.exec(readFileSync(url, "utf8")) ?? [];
  const planted = text.replaceAll(words, instead);
  if (words !== "" && planted === text) throw new Error(`${file} has no: ${words}`);
  return planted.replace("create function", "create or replace function");
}
