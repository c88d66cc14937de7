import { type Notice, NOTICES, notify, withdraw } from "#lib/notices.ts";
import { MESSAGE_LIMIT, trimText } from "#text-rules";
import { boxOnScreen } from "./focused-box.ts";
import { insertText } from "./insert-text.ts";

// Not part of the first script: fetched when something is dragged over the page, or the button is pressed.

/** A file with more bytes is too long in any case: no character needs more than three, nor does the mark before them. */
const MAX_BYTES = 3 + MESSAGE_LIMIT * 3;

const { filesUnreadable, filesNotText, filesTooLong, filesEmpty } = NOTICES;

/** Lets the person choose files, and puts their text into the box. */
export function chooseTextFiles(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.addEventListener("change", () => void addTextFiles([...(input.files ?? [])]));
  input.click();
}

/** Reads files and puts their text into the box. */
export async function addTextFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  const read = await Promise.all(files.map(readFile)).catch(() => null);
  if (read === null) return notify(filesUnreadable);
  const box = boxOnScreen();
  const { value = "", selectionStart = 0, selectionEnd = 0 } = box ?? {};
  const place = { before: value.slice(0, selectionStart), after: value.slice(selectionEnd) };
  const added = textOfFiles(read, place);
  // What is chosen or dropped now takes the place of what could not be added.
  for (const notice of [filesUnreadable, filesNotText, filesTooLong, filesEmpty]) withdraw(notice);
  if (typeof added !== "string") return notify(added);
  if (box === null) return;
  insertText(box, added);
}

/** The bytes of a file; of one that is too long the first, which tell that, and whether it is text. */
export const readFile = async (file: File) =>
  new Uint8Array(await file.slice(0, MAX_BYTES + 1).arrayBuffer());

/**
 * The text to insert for some files: all of them, with an empty line between two and on lines of their own. It may have as
 * many characters as a message. Else the notice that says why it cannot be added.
 * @param files The bytes of each, as `readFile` gives them.
 * @param place What stands before and after the place where the text is put.
 */
export function textOfFiles(
  files: readonly Uint8Array[],
  { before, after }: { readonly before: string; readonly after: string },
): string | Notice {
  const texts = files.map(decode);
  if (!texts.every((text) => text !== null)) return filesNotText;
  if (files.some(isTooLong)) return filesTooLong;
  const text = texts
    .filter((it) => it !== "")
    .map((it, index, all) => (index < all.length - 1 ? it.replace(/\n+$/, "") : it))
    .join("\n\n");
  if (trimText(text) === "") return filesEmpty;
  const start = before === "" || before.endsWith("\n") ? "" : "\n";
  const end = after === "" || after.startsWith("\n") || text.endsWith("\n") ? "" : "\n";
  const inserted = start + text + end;
  return inserted.length > MESSAGE_LIMIT ? filesTooLong : inserted;
}

/** Characters that no text has: controls but for tab, line break, form feed and escape. */
// oxlint-disable-next-line eslint/no-control-regex -- these are what it looks for
const BINARY = /[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F\u007F]/;

const isTooLong = (bytes: Uint8Array) => bytes.length > MAX_BYTES;

/** The text with line breaks as a text box has them; null when the bytes are no text in UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    // A character that was cut off is no fault of the file.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, {
      stream: isTooLong(bytes),
    });
    return BINARY.test(text) ? null : text.replaceAll(/\r\n?/g, "\n");
  } catch {
    return null;
  }
}
