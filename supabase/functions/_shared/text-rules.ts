/** The longest message, in UTF-16 code units after trimming. */
export const MESSAGE_LIMIT = 32_000;

/** The longest title a person can give a chat, in UTF-16 code units once it is on one line. */
export const TITLE_LIMIT = 200;

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

/**
 * A chat's title from its first message: the first line that is not empty, cut at the last word that fits 60 characters.
 * A single longer word is cut through.
 *
 * @param message By `trimText`, and not empty.
 */
export function makeTitle(message: string): string {
  const lines = message.split(/[\r\n\u2028\u2029]/).map(oneLine);
  const line = lines.find((it) => it !== "") ?? "";
  const characters = Array.from(line);
  if (characters.length <= MADE_TITLE_LENGTH) return line;
  const start = characters.slice(0, MADE_TITLE_LENGTH + 1);
  const lastSpace = start.lastIndexOf(" ");
  const cut = lastSpace >= SHORTEST_CUT ? lastSpace : MADE_TITLE_LENGTH;
  return `${start.slice(0, cut).join("").trimEnd()}…`;
}
