import { flushSync } from "react-dom";

/** Carries a choice out, and puts the line that was read at the top of its card back to its height on the screen. */
export function keepLine(pressed: Element, choose: () => void): void {
  const card = pressed.closest("[data-message]");
  const body = card?.querySelector("[data-body]");
  const pane = pressed.closest("[aria-label=Conversation]");
  const { top = 0, left = 0 } = body?.getBoundingClientRect() ?? {};
  const line = document.caretPositionFromPoint?.(left + 24, top + 24);
  // The text is made of the same parts where it stands alone.
  const part = line ? textsIn(body).findIndex((text) => text === line.offsetNode) : -1;
  const heightOf = (text: Element | null | undefined) => {
    const node = textsIn(text)[part];
    if (node === undefined || !line) return text?.getBoundingClientRect().top ?? 0;
    const range = document.createRange();
    range.setStart(node, line.offset);
    range.setEnd(node, Math.min(line.offset + 1, node.length));
    return range.getBoundingClientRect().top;
  };
  const before = heightOf(body?.querySelector("[dir=auto]"));
  flushSync(choose);
  const id = card?.getAttribute("data-message");
  const shown = pane?.querySelector(`[role=article][data-message="${id}"] [dir=auto]`);
  if (pane && shown) pane.scrollTop += heightOf(shown) - before;
}

function textsIn(element: Element | null | undefined): readonly Text[] {
  if (!element) return [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const all: Text[] = [];
  while (texts.nextNode() !== null) all.push(texts.currentNode as Text);
  return all;
}
