/** The longest title, in UTF-16 code units once it is on one line; the server refuses longer ones. */
export const TITLE_LIMIT = 200;

/** A title as the server keeps it: on one line, trimmed. */
function oneLine(typed: string): string {
  return typed.replaceAll(/\s+/g, " ").trim();
}

/**
 * The title that is sent for what was typed (DESIGN 3.13), or null when there is nothing to save: it is empty, too
 * long, or the `present` title.
 */
export function titleToSave(typed: string, present: string | null): string | null {
  const title = oneLine(typed);
  const isUnchanged = title === oneLine(present ?? "");
  return title === "" || isUnchanged || isTooLong(typed) ? null : title;
}

export function isTooLong(typed: string): boolean {
  return oneLine(typed).length > TITLE_LIMIT;
}
