/** The scripts that run from right to left. */
const SCRIPTS = String.raw`\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}`;
const RIGHT_TO_LEFT = new RegExp(`[${SCRIPTS}]`, "u");
/** A text that begins so, after signs and numbers. */
const BEGINS_RIGHT = new RegExp(String.raw`^\P{L}*[${SCRIPTS}]`, "u");

/** Whether any of it is written from right to left, as Arabic and Hebrew are. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** In which direction a title runs, as `dir="auto"` would have it. Its end fades, and no style can ask that attribute. */
export const directionOf = (title: string): "ltr" | "rtl" =>
  BEGINS_RIGHT.test(title) ? "rtl" : "ltr";
