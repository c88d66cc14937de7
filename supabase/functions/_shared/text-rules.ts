/** The longest message that is written here, in UTF-16 code units after trimming. */
export const MESSAGE_LIMIT = 32_000;

/** The longest content of a stored message, in bytes: a reply, or what was imported. */
export const CONTENT_BYTES = 200_000;

/** The longest title a person can give a chat, in UTF-16 code units once it is on one line. */
export const TITLE_LIMIT = 200;

/** The longest instructions for all models, in UTF-16 code units after trimming. */
export const INSTRUCTIONS_LIMIT = 2_000;

/** The longest search, in UTF-16 code units after trimming. */
export const QUERY_LIMIT = 500;

/** Where a title that is made from a message is cut, in characters. */
const MADE_TITLE_LENGTH = 60;
/** A word that reaches back further than this is cut through. */
const SHORTEST_CUT = 30;

const NOTHING_TO_SEE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Text without the white space around it. Empty where there is nothing to see, such as zero-width spaces only. */
export const trimText = (text: string): string => (NOTHING_TO_SEE.test(text) ? "" : text.trim());

/** A title as it is stored: on one line, every run of white space a single space, trimmed. */
export function oneLine(text: string): string {
  return trimText(text.replaceAll(/\s+/g, " "));
}

/** What was typed or pasted, without NUL, which nobody sees and no database stores. */
export const withoutNul = (text: string): string => text.replaceAll("\0", "");

/** Made once, and not before it is needed: making one takes a twentieth of the processor time of a turn. */
let segmenter: Intl.Segmenter | undefined;

/** What readers take for one letter: a flag, 👨‍👩‍👧, a Thai consonant with its vowel. */
export function lettersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** The beginning of a text, of at most so many characters, in whole letters. A first letter that is longer is cut. */
export function startOf(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const start = Array.from(text).slice(0, characters).join("");
  const cut = lettersOf(text).containing(start.length)?.index ?? start.length;
  return text.slice(0, cut) || start;
}

/** The same, of at most so many UTF-16 code units. */
export function startWithin(text: string, units: number): string {
  const cut = lettersOf(text).containing(units)?.index ?? text.length;
  return text.slice(0, cut) || text.slice(0, units).toWellFormed();
}

/**
 * A chat's title from its first message: the first line that is not empty, cut at the last word that fits 60 characters.
 * A single longer word is cut through.
 *
 * @param message By `trimText`, and not empty.
 */
export function makeTitle(message: string): string {
  const lines = message.split(/[\r\n\u2028\u2029]/).map(oneLine);
  const line = lines.find((it) => it !== "") ?? "";
  const start = startOf(line, MADE_TITLE_LENGTH);
  if (start === line) return line;
  const lastSpace = line.slice(0, start.length + 1).lastIndexOf(" ");
  const cut = lastSpace >= SHORTEST_CUT ? line.slice(0, lastSpace) : start;
  return `${cut.trimEnd()}…`;
}

/** Whether a chat's first message is longer than its title, so that another name would tell more. */
export const needsName = (message: string): boolean => makeTitle(message) !== oneLine(message);
