import { flushSync } from "react-dom";
import { boxOnScreen, focusBox, isCovered } from "#features/chat/composer/focused-box.ts";
import { useIsOnline } from "#lib/use-is-online.ts";
import { isComposing } from "#ui/input-method.ts";
import { openedDialog } from "./opened-dialog.ts";

/**
 * Stands in for a dialog until its code has come, and takes what is typed, so that no key goes to the page. The search
 * goes on with it; the list of shortcuts drops it. If the dialog does not come, or Esc closes this before, it goes into
 * the box.
 */
export function AwaitedDialog() {
  const isOnline = useIsOnline();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the dialog that it stands in for
    <div role="dialog" className="awaited-dialog">
      <textarea
        ref={hold}
        rows={1}
        aria-label="Search"
        className="w-full resize-none outline-none"
        onKeyDown={(event) => {
          if (event.key === "Escape" && !isComposing(event.nativeEvent)) openedDialog.set(null);
        }}
      />
      {!isOnline && <output className="block pt-2 text-sm text-ink-muted">You are offline.</output>}
    </div>
  );
}

function hold(field: HTMLTextAreaElement): () => void {
  const opener = document.activeElement as HTMLElement;
  field.focus();
  return () => {
    // The dialog gives the focus back to what has it now.
    opener.focus();
    const typed = field.value;
    // The dialog is there with this commit, and a microtask comes before the next key: the keys keep their order.
    if (typed !== "") queueMicrotask(() => (isCovered() ? putIntoSearch : putIntoBox)(typed));
  };
}

const insert = (typed: string) => document.execCommand("insertText", false, typed);

/** A line break is Enter. */
function putIntoSearch(typed: string): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return;
  flushSync(() => insert(typed.replaceAll("\n", "")));
  if (!typed.endsWith("\n")) return;
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}

function putIntoBox(typed: string): void {
  if (!focusBox(true)) return;
  if (!typed.includes("\n")) return void insert(typed);
  // Not part of the first script: few paste lines here.
  import("#features/chat/composer/insert-text.ts").then(
    ({ insertText }) => {
      const box = boxOnScreen();
      if (box) insertText(box, typed);
    },
    () => insert(typed),
  );
}
