const box = (root: HTMLElement) =>
  root.querySelector<HTMLTextAreaElement | HTMLInputElement>('[placeholder="Ask anything"]');

/**
 * Renders the app in place of the shell from index.html. What was typed there before any script ran moves to the app's
 * text box, with cursor and focus.
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

/** Changes a controlled text box as typing would: with the DOM's setter, not React's, and the event React listens for. */
function setText(target: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  const prototype = Object.getPrototypeOf(target) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(target, text);
  target.dispatchEvent(new Event("input", { bubbles: true }));
}
