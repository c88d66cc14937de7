import { NOTICES, notify } from "#lib/notices.ts";
import { boxOnScreen, isCovered } from "./focused-box.ts";
import type * as textFiles from "./text-files.ts";

/** How the box looks while a file is held over the page. */
const MARK = "bg-primary-soft!";

/** Fetches the code that reads text files and puts them into the box, for a use of it. */
export function withTextFiles(use: (code: typeof textFiles) => unknown): void {
  import("./text-files.ts").then(use, () => notify(NOTICES.filesUnreadable));
}

/**
 * Takes text files that are dropped anywhere on the page. Browsers would open them in its place, so the listeners are
 * there before the code that reads them, which comes when something is dragged over the page. Returns a function that
 * ends it.
 */
export function takeDroppedFiles(): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const mark = (isMarked: boolean) =>
    void boxOnScreen()?.parentElement?.classList.toggle(MARK, isMarked);
  const onDragOver = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    const isTaken = !isCovered();
    event.dataTransfer.dropEffect = isTaken ? "copy" : "none";
    mark(isTaken);
  };
  const onDragLeave = ({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) mark(false);
  };
  const onDrop = (event: DragEvent) => {
    mark(false);
    if (event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    if (isCovered()) return;
    const files = [...event.dataTransfer.files];
    withTextFiles(({ addTextFiles }) => addTextFiles(files));
  };
  // Code that cannot be fetched now is fetched by the drop.
  const onDragEnter = () => void import("./text-files.ts").catch(() => undefined);
  document.addEventListener("dragenter", onDragEnter, { once: true, signal });
  document.addEventListener("dragover", onDragOver, { signal });
  document.addEventListener("dragleave", onDragLeave, { signal });
  document.addEventListener("drop", onDrop, { signal });
  return () => leaving.abort();
}
