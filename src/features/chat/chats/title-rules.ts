import type { Chat } from "#contract";
import { oneLine, TITLE_LIMIT, withoutNul } from "#text-rules";

/**
 * The title that is sent for what was typed, or null when there is nothing to save: it is empty, too
 * long, or the `present` title.
 */
export function titleToSave(typed: string, present: string | null): string | null {
  const title = oneLine(withoutNul(typed));
  const isUnchanged = title === oneLine(present ?? "");
  return title === "" || isUnchanged || isTooLong(typed) ? null : title;
}

/** Whether a typed title has more characters than a title may have. */
export function isTooLong(typed: string): boolean {
  return oneLine(withoutNul(typed)).length > TITLE_LIMIT;
}

/** The titles that several of these chats have. */
export function sharedTitles(chats: readonly Pick<Chat, "title">[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { title } of chats) {
    if (title === null) continue;
    if (seen.has(title)) shared.add(title);
    seen.add(title);
  }
  return shared;
}
