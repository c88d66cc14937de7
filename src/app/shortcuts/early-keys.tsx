import { focusBox } from "#features/chat/composer/focused-box.ts";
import { earlyKeys } from "#features/chat/search/early-keys.ts";
import { FLOATING } from "../loading/error-boundary.tsx";
import { openedDialog } from "./opened-dialog.ts";

/**
 * Stands in for a dialog until its code has come, and takes what is typed, so that no key goes to the page. The search
 * goes on with it. If the search does not come, it goes into the box.
 */
export function EarlyKeys({ opened }: { opened: "search" | "shortcuts" }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the dialog that it stands in for
    <div role="dialog" className={FLOATING}>
      <textarea
        ref={hold}
        rows={1}
        className="w-full resize-none bg-transparent p-2.5 outline-none"
        readOnly={opened === "shortcuts"}
        aria-label={opened}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== "Escape") return;
          currentTarget.value = "";
          openedDialog.set(null);
        }}
      />
    </div>
  );
}

function hold(field: HTMLTextAreaElement): () => void {
  const opener = document.activeElement as HTMLElement;
  field.focus();
  return () => {
    // The dialog gives the focus back to what has it now.
    opener.focus();
    earlyKeys.set(field.value);
    // The search has taken them by then.
    setTimeout(giveBack);
  };
}

function giveBack(): void {
  const typed = earlyKeys.get();
  earlyKeys.set("");
  if (typed && focusBox(true)) document.execCommand("insertText", false, typed);
}
