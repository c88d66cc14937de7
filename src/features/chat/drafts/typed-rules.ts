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
  // What stands before and behind it, each set apart by an empty line.
  const apart = (text: string) => `\n\n${text.trim()}\n\n`;
  const [first = "", ...rest] = apart(now).split(apart(before));
  const last = rest.join(apart(before));
  const parts = rest.length > 0 ? [first.trim(), typed, last.trim()] : [now, typed];
  // Not `joinContents`: while a person types the very words that came back, both are the same for one key.
  const filled = parts.filter((content) => content.trim() !== "");
  return withContent(drafts, place, filled.join("\n\n"));
}
