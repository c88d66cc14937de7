import { MESSAGE_LIMIT } from "#text-rules";

/** The text of files, or why it cannot be added. */
export type FilesText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "empty" | "too-long" | "not-text" };

/** No character needs more bytes in UTF-8, counted for each of its UTF-16 code units. */
const MOST_BYTES_EACH = 3;
/** The mark that a file may begin with. */
const BYTE_ORDER_MARK = 3;

/** Whether a file of this size has too many characters in any case, so that it need not be read. */
export function isTooLarge(size: number): boolean {
  return size > MESSAGE_LIMIT * MOST_BYTES_EACH + BYTE_ORDER_MARK;
}

/** What stands before and after the place where a text is put. */
type Place = { readonly before: string; readonly after: string };

/**
 * The text to insert for some files: all of them, with an empty line between two and on lines of their own, or none. It
 * may have as many characters as a message.
 * @param files The bytes of each; null for one that is too large to be read.
 */
export function textOfFiles(files: readonly (Uint8Array | null)[], place: Place): FilesText {
  const texts = files.filter((bytes) => bytes !== null).map(decode);
  if (!texts.every((text) => text !== null)) return { kind: "not-text" };
  if (files.includes(null)) return { kind: "too-long" };
  const text = texts
    .filter((it) => it !== "")
    .map((it, index, all) => (index < all.length - 1 ? it.replace(/\n+$/, "") : it))
    .join("\n\n");
  if (text.trim() === "") return { kind: "empty" };
  const inserted = onOwnLines(text, place);
  if (inserted.length > MESSAGE_LIMIT) return { kind: "too-long" };
  return { kind: "text", text: inserted };
}

function onOwnLines(text: string, { before, after }: Place): string {
  const start = before === "" || before.endsWith("\n") ? "" : "\n";
  const end = after === "" || after.startsWith("\n") || text.endsWith("\n") ? "" : "\n";
  return start + text + end;
}

/** Characters that no text has: controls but for tab, line break, form feed and escape. */
// oxlint-disable-next-line eslint/no-control-regex -- these are what it looks for
const BINARY = /[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F\u007F]/;

/** The text with line breaks as a text box has them; null when the bytes are no text in UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return BINARY.test(text) ? null : text.replaceAll(/\r\n?/g, "\n");
  } catch {
    return null;
  }
}
