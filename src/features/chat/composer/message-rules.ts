import { MESSAGE_LIMIT } from "#text-rules";

/** From here on the composer shows how much room is left. */
const COUNTER_FROM = 30_000;

/** The text that is sent, or null when there is nothing to send. SPEC 5: trimmed, and non-empty after that. */
export function textToSend(typed: string): string | null {
  const text = typed.trim();
  return text === "" || text.length > MESSAGE_LIMIT ? null : text;
}

/** What the composer says about the length: null while there is plenty of room. */
export function lengthNote(typed: string): { text: string; over: boolean } | null {
  const length = typed.trim().length;
  if (length < COUNTER_FROM) return null;
  const limit = MESSAGE_LIMIT.toLocaleString("en-US");
  return { text: `${length.toLocaleString("en-US")} of ${limit}`, over: length > MESSAGE_LIMIT };
}

/** SPEC 2: a user message is one whose direction is 'inbound'; any other direction is the assistant. */
export function isFromPerson(message: { direction: string }): boolean {
  return message.direction === "inbound";
}

/** Whether anything in a text is written from right to left, as Arabic and Hebrew are. */
export function isRightToLeft(text: string): boolean {
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    text,
  );
}

/** A text's lines with their line breaks, and where each begins: what stays as it is while the text grows. */
export function linesOf(text: string): { at: number; line: string }[] {
  return [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map(({ 0: line, index: at }) => ({ at, line }));
}
