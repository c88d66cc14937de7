import { INSTRUCTIONS_LIMIT, trimText, withoutNul } from "#text-rules";

/** What is saved for what was typed; null when that is too long. */
export function instructionsToSave(typed: string): string | null {
  const text = trimText(withoutNul(typed));
  return text.length > INSTRUCTIONS_LIMIT ? null : text;
}

/** How long what was typed is, and how long it may be: '12 of 2,000'. */
export function instructionsCounter(typed: string): string {
  const { length } = trimText(withoutNul(typed));
  return [length, INSTRUCTIONS_LIMIT].map((count) => count.toLocaleString("en-US")).join(" of ");
}

/** What was typed and not saved, from what a browser has kept; null for nothing. */
export const toInstructionsDraft = (kept: unknown): string | null =>
  typeof kept === "string" ? kept : null;
