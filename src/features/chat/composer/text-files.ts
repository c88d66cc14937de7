import type { RefObject } from "react";
import { NOTICES, notify, withdraw } from "#lib/notices.ts";
import { isTooLarge, textOfFiles } from "./text-file-rules.ts";

type BoxRef = RefObject<HTMLTextAreaElement | null>;

// Not part of the first script: fetched when something is dragged over the page, or the button is pressed.

const REFUSALS = {
  empty: NOTICES.filesEmpty,
  "too-long": NOTICES.filesTooLong,
  "not-text": NOTICES.filesNotText,
};

/** Lets the person choose files, and puts their text into the box. */
export function chooseTextFiles(box: BoxRef): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.addEventListener("change", () => void addTextFiles(box, [...(input.files ?? [])]));
  input.click();
}

/** Reads files and puts their text into the box. */
export async function addTextFiles(box: BoxRef, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  let read: (Uint8Array | null)[];
  try {
    read = await Promise.all(files.map(readFile));
  } catch {
    notify(NOTICES.filesUnreadable);
    return;
  }
  const { value = "", selectionStart = 0, selectionEnd = 0 } = box.current ?? {};
  const place = { before: value.slice(0, selectionStart), after: value.slice(selectionEnd) };
  const added = textOfFiles(read, place);
  // What is chosen or dropped now takes the place of what could not be added.
  for (const notice of [NOTICES.filesUnreadable, ...Object.values(REFUSALS)]) withdraw(notice);
  if (added.kind !== "text") notify(REFUSALS[added.kind]);
  else if (box.current !== null) insert(box.current, added.text);
}

const readFile = async (file: File) =>
  isTooLarge(file.size) ? null : new Uint8Array(await file.arrayBuffer());

/** Puts text where the cursor is, as if it were pasted. */
function insert(box: HTMLTextAreaElement, text: string): void {
  box.focus();
  // Only text inserted in this way can be undone with Ctrl+Z; not every browser can do it.
  if (document.execCommand("insertText", false, text)) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}
