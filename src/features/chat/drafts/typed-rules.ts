import { contentAt, type Drafts, withContent } from "./draft-rules.ts";

// A box is shared by all tabs. What one tab types or sends was made of what stood there a moment ago; what another tab
// has put there since stays.

/**
 * Puts what was typed into a box. A content that another tab has put there since, for example a message that was
 * refused, stays beside it.
 * @param before What the person saw in the box when they typed.
 */
export function withTyped(drafts: Drafts, place: string, before: string, typed: string): Drafts {
  const now = contentAt(drafts, place);
  if (before.includes(now)) return withContent(drafts, place, typed);
  const [first, last] = contentsAround(now, before) ?? [now, ""];
  // Not `joinContents`: while a person types the very words that came back, both are the same for one key.
  const parts = [first, typed, last].filter((content) => content.trim() !== "");
  return withContent(drafts, place, parts.join("\n\n"));
}

/** Takes out of a box what was sent from it. */
export function withoutSent(drafts: Drafts, place: string, content: string): Drafts {
  return withTyped(drafts, place, content, "");
}

/**
 * What stands in a box before and behind a content, each set apart by an empty line; null where the content does not
 * stand there like that.
 */
export function contentsAround(now: string, content: string): readonly [string, string] | null {
  if (now.trim() === content.trim()) return ["", ""];
  if (now.endsWith(`\n\n${content}`)) return [now.slice(0, -content.length - 2), ""];
  if (now.startsWith(`${content}\n\n`)) return ["", now.slice(content.length + 2)];
  return null;
}
