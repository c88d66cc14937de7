import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../supabase/local/process/settings.ts";

/** A paragraph of docs/behaviour.md. */
export type Behaviour = {
  /** Its anchor, such as "home.heading". */
  readonly name: string;
  readonly text: string;
  /** Why no test can show it, where none can. */
  readonly notTested: string | null;
};

const PARAGRAPH = /^- <a id="([^"]*)">([^<]*)<\/a>: (.*)$/gm;

export function readBehaviours(): Behaviour[] {
  const page = readFileSync(join(ROOT, "docs/behaviour.md"), "utf8");
  return [...page.matchAll(PARAGRAPH)].map(([, id = "", name = "", text = ""]) => {
    if (id !== name) throw new Error(`The anchor ${id} is shown as ${name}.`);
    return { name, text, notTested: /_Not tested: (.*)_$/.exec(text)?.[1] ?? null };
  });
}

/** The words in single quotes. An apostrophe within a word ends no quotation. */
export function quotedWords(text: string): string[] {
  return [...text.matchAll(/(?<!\w)'((?:[^']|'(?=\w))+)'(?!\w)/g)].map(([, words = ""]) => words);
}
