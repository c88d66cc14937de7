import { letterOf } from "../comparison-text.ts";

/** What stands between the letters of replies that are named in one pair of brackets, as in '[A and B]'. */
const BETWEEN = String.raw`(?:\s*(?:[,;、，；/&+]|\p{Lo}{1,3})\s*|\s+(?:\p{Ll}{1,3}\s+)?)`;
/** A bracket in code, such as `list[A]`, names no reply. */
const NAMED = new RegExp(String.raw`(?<![A-Za-z0-9_])\[([A-L](?:${BETWEEN}[A-L]){0,11})\]`, "gu");
/** The beginning of what may name one. */
const MAY_NAME = /\[(?:[A-L][^[\]\n]{0,60})?$/;

/**
 * Puts the names of replies into a streamed text in place of their letters: '[A]' becomes '[Grok]'. A bracket is held back
 * until it is closed, or cannot name a reply any more.
 * @param names Of A, B and so on.
 */
export function nameReplies(names: readonly string[]) {
  const byLetter = new Map(names.map((name, index) => [letterOf(index), name]));
  let held = "";
  let before = "";
  const named = (text: string) => {
    const all = `${before}${text}`.replaceAll(NAMED, (bracket, letters: string) => {
      const found = [...new Set(letters.match(/[A-L]/g))].map((letter) => byLetter.get(letter));
      return found.includes(undefined) ? bracket : found.map((name) => `[${name}]`).join(" ");
    });
    const result = all.slice(before.length);
    before = all.slice(-1);
    return result;
  };
  return {
    /** Takes the next piece; returns what can be passed on, "" when nothing can yet. */
    add: (piece: string) => {
      const text = held + piece;
      const open = MAY_NAME.exec(text)?.index ?? text.length;
      held = text.slice(open);
      return named(text.slice(0, open));
    },
    /** Returns what was held back at the end. */
    end: () => {
      const rest = held;
      held = "";
      return named(rest);
    },
  };
}
