import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { Row } from "#features/chat/messages/row-rules.ts";
import { listen } from "#lib/listen.ts";
import { useIsOnline } from "#lib/use-is-online.ts";
import { isComposing } from "#ui/input-method.ts";
import { useEdited } from "./use-edited.ts";

/** Stands in for a dialog about a message until its code has come, and takes the keys, so that none goes to the page. */
export function EarlyDialog({
  onClose,
  children,
}: {
  onClose: () => void;
  /** The field that the keys go into. */
  children?: ReactNode;
}) {
  const isOnline = useIsOnline();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !isComposing(event)) onClose();
  });
  useEffect(() => listen(document, ["keydown"], (event) => onKeyDown(event)), []);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the dialog that it stands in for
      role="dialog"
      tabIndex={-1}
      ref={holdFocus}
      className="awaited-dialog outline-none"
    >
      <div className="contents">{children}</div>
      {!isOnline && <output className="block text-sm text-ink-muted">You are offline.</output>}
    </div>
  );
}

/** Takes the keys for the dialog 'Edit in a new chat', into its draft. */
export function EarlyEdit({
  userId,
  chatId,
  row: { id: messageId, content },
  onClose,
}: {
  userId: string;
  chatId: string;
  row: Row;
  onClose: () => void;
}) {
  const [typed, change] = useEdited(userId, { chatId, messageId }, content);
  return (
    <EarlyDialog onClose={onClose}>
      <textarea
        rows={1}
        aria-label="Message"
        value={typed}
        onChange={(event) => change(event.target.value)}
        className="w-full resize-none outline-none"
      />
    </EarlyDialog>
  );
}

function holdFocus(dialog: HTMLElement | null): (() => void) | undefined {
  if (dialog === null) return;
  const opener = document.activeElement as HTMLElement;
  const field = dialog.querySelector("textarea");
  (field ?? dialog).focus();
  field?.setSelectionRange(field.value.length, field.value.length);
  const before = field?.value ?? "";
  return () => {
    // The dialog gives the focus back to what has it now.
    opener.focus();
    if (field) queueMicrotask(() => takeOver(field, before));
  };
}

/**
 * The dialog goes on with what was typed since `before`, so that Ctrl+Z takes it back, and with what was selected. It is
 * there with this commit, and a microtask comes before the next key.
 */
function takeOver(
  { value, selectionStart, selectionEnd }: HTMLTextAreaElement,
  before: string,
): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || field.value !== value) return;
  const added = value.startsWith(before) ? value.slice(before.length) : "";
  // Pasted lines would take long: each costs the browser the time of all lines before it.
  if (added !== "" && !added.includes("\n")) {
    field.value = before;
    field.setSelectionRange(before.length, before.length);
    document.execCommand("insertText", false, added);
    if (field.value !== value) field.value = value;
  }
  field.setSelectionRange(selectionStart, selectionEnd);
}
