/** The person wrote a message whose direction is 'inbound'; the assistant wrote every other one. */
export function isFromPerson(message: { direction: string }): boolean {
  return message.direction === "inbound";
}

/** Whether anything in a text is written from right to left, as Arabic and Hebrew are. */
export function isRightToLeft(text: string): boolean {
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    text,
  );
}

/** The lines of a text with their line breaks, and where each begins: a key that stays while the text grows. */
export function linesOf(text: string): { at: number; line: string }[] {
  return [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map(({ 0: line, index: at }) => ({ at, line }));
}
