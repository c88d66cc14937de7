/** The scripts that run from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Whether any of it is written from right to left, as Arabic and Hebrew are. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The direction of a box, by the first letter in it. For `dir=auto` a browser takes the square of the lines. */
export const directionOf = (text: string) =>
  hasRightToLeft(/\p{L}/u.exec(text)?.[0] ?? "") ? "rtl" : "ltr";
