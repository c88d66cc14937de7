const boxIn = (root: HTMLElement) => root.querySelector("textarea");

/**
 * Renders the app in place of the shell from index.html. What was typed there moves to the app's text box, with cursor and
 * focus. Enter that was pressed there is carried out: what stands before it is sent, and what was typed on goes to the box
 * that is there then.
 */
export function takeOverShell(root: HTMLElement, render: () => void): void {
  const early = boxIn(root);
  const focused = early !== null && document.activeElement === early;
  const text = early?.value ?? "";
  const cursor = [
    early?.selectionStart ?? text.length,
    early?.selectionEnd ?? text.length,
  ] as const;
  const shell = early?.closest<HTMLElement>("[data-shell]");
  const sent = sentPart(text, shell?.dataset["sent"]);
  render();
  const late = boxIn(root);
  if (!late) return;
  const kept = late.value;
  if (sent !== null && kept === "") {
    setText(late, sent);
    late.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
    );
    const next = boxIn(root);
    const rest = text.slice(sent.length + 1);
    if (next && rest !== "") setText(next, next.value === "" ? rest : `${next.value}\n${rest}`);
    return;
  }
  if (focused) late.focus({ preventScroll: true });
  const added = kept === "" ? text : `\n${text}`;
  // As if typed there, so that Ctrl+Z takes it back. Several lines would take long.
  if (focused && text !== "" && !text.includes("\n")) {
    late.setSelectionRange(kept.length, kept.length);
    document.execCommand("insertText", false, added);
  }
  if (text !== "" && late.value !== kept + added) setText(late, kept + added);
  if (focused && late.value === text) late.setSelectionRange(...cursor);
}

/**
 * What was sent from the shell by pressing Enter, which breaks the line there; null when nothing was.
 * @param noted What the script in index.html saw in the box when Enter was pressed.
 */
export function sentPart(text: string, noted = ""): string | null {
  return noted.trim() !== "" && text.startsWith(`${noted}\n`) ? noted : null;
}

/** Changes a controlled text box as typing would: with the DOM's setter, not React's, and the event React listens for. */
function setText(target: HTMLTextAreaElement, text: string): void {
  const prototype = Object.getPrototypeOf(target) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(target, text);
  target.dispatchEvent(new Event("input", { bubbles: true }));
}
