import { INSTRUCTIONS_LIMIT, trimText, withoutNul } from "#text-rules";

/** The typed instructions as they are saved; null when they are too long. */
export function instructionsToSave(typed: string): string | null {
  const text = trimText(withoutNul(typed));
  return text.length > INSTRUCTIONS_LIMIT ? null : text;
}

/** The typed and the longest length: '12 of 2,000'. */
export function instructionsCounter(typed: string): string {
  const { length } = trimText(withoutNul(typed));
  return [length, INSTRUCTIONS_LIMIT].map((count) => count.toLocaleString("en-US")).join(" of ");
}

/** Unsaved instructions, from what a browser has kept; null where there are none. */
export const toInstructionsDraft = (kept: unknown): string | null =>
  typeof kept === "string" ? kept : null;
