import { oneLine, TITLE_LIMIT } from "#text-rules";

/**
 * The title that is sent for what was typed, or null when there is nothing to save: it is empty, too
 * long, or the `present` title.
 */
export function titleToSave(typed: string, present: string | null): string | null {
  const title = oneLine(typed);
  const isUnchanged = title === oneLine(present ?? "");
  return title === "" || isUnchanged || isTooLong(typed) ? null : title;
}

/** Whether a typed title has more characters than a title may have. */
export function isTooLong(typed: string): boolean {
  return oneLine(typed).length > TITLE_LIMIT;
}

/** A title that begins, after signs and numbers, with a letter of a script that runs from right to left. */
const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** In which direction a title runs, as `dir="auto"` would have it. Its end fades, and no style can ask that attribute. */
export const directionOf = (title: string): "ltr" | "rtl" =>
  RIGHT_TO_LEFT.test(title) ? "rtl" : "ltr";
