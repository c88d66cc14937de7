const TITLE_LENGTH = 60;
const SHORTEST_CUT = 30;

/**
 * A chat's title from its first message (DESIGN 3.13): the first line, spaces folded, cut at the last word that fits
 * 60 characters. A single longer word is cut through.
 *
 * @param message Trimmed and not empty.
 */
export function makeTitle(message: string): string {
  const line = (message.split(/[\r\n\u2028\u2029]/, 1)[0] ?? "").replace(/\s+/g, " ").trim();
  const characters = Array.from(line);
  if (characters.length <= TITLE_LENGTH) return line;
  const start = characters.slice(0, TITLE_LENGTH + 1);
  const lastSpace = start.lastIndexOf(" ");
  const cut = lastSpace >= SHORTEST_CUT ? lastSpace : TITLE_LENGTH;
  return `${start.slice(0, cut).join("").trimEnd()}…`;
}
