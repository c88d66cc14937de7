const box = (root: HTMLElement) =>
  root.querySelector<HTMLTextAreaElement | HTMLInputElement>('[placeholder="Ask anything"]');

/**
 * Renders the app in place of the shell that index.html brought, and keeps what was typed there before any script
 * ran: text, cursor and focus go on in the app's own box.
 */
export function takeOverShell(root: HTMLElement, render: () => void): void {
  const early = box(root);
  const focused = early !== null && document.activeElement === early;
  const text = early?.value ?? "";
  const cursor = [
    early?.selectionStart ?? text.length,
    early?.selectionEnd ?? text.length,
  ] as const;
  delete root.dataset["shell"];
  render();
  const late = box(root);
  if (!late) return;
  if (text !== "") {
    const kept = late.value;
    setText(late, kept === "" ? text : `${kept}\n${text}`);
  }
  if (!focused) return;
  late.focus({ preventScroll: true });
  if (late.value === text) late.setSelectionRange(...cursor);
}

/** Sets a controlled box as typing would: past React's own setter, with the event it listens for. */
function setText(target: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  const prototype = Object.getPrototypeOf(target) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(target, text);
  target.dispatchEvent(new Event("input", { bubbles: true }));
}
