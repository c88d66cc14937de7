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
  // Without the paragraphs before the one that was typed in: another tab may go on with them.
  const old = before.split("\n\n");
  const own = typed.split("\n\n");
  while (old.length > 1 && old[0] === own[0]) {
    old.shift();
    own.shift();
  }
  // What stands before and behind it, each set apart by an empty line.
  const apart = (text: string) => `\n\n${text.trim()}\n\n`;
  const changed = apart(old.join("\n\n"));
  const [first = "", ...rest] = apart(now).split(changed);
  const parts = [first.trim(), own.join("\n\n"), rest.join(changed).trim()];
  // Not `joinContents`: while a person types the very words that came back, both are the same for one key.
  return withContent(drafts, place, parts.filter((content) => content.trim() !== "").join("\n\n"));
}
