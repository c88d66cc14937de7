import { flushSync } from "react-dom";

/** Carries a choice out, and puts the line that was read at the top of its card back to its height on the screen. */
export function keepLine(pressed: Element, choose: () => void): void {
  const body = pressed.closest("[data-message]")?.querySelector<HTMLElement>("[data-body]");
  const pane = pressed.closest<HTMLElement>("[aria-label=Conversation]");
  const { top = 0, left = 0 } = body?.getBoundingClientRect() ?? {};
  const line = body && document.caretPositionFromPoint?.(left + 24, top + 24);
  const id = body?.closest("[data-message]")?.getAttribute("data-message");
  const text = body?.querySelector("[dir=auto]");
  const offset = line && text ? offsetIn(text, line.offsetNode, line.offset) : 0;
  const before = text ? topOf(text, offset) : top;
  flushSync(choose);
  const shown = pane?.querySelector(`article[data-message="${id}"] [dir=auto]`);
  if (pane && shown) pane.scrollTop += topOf(shown, offset) - before;
}

/** How many characters of an element come before a place in it. */
function offsetIn(element: Element, node: Node, offset: number): number {
  if (!element.contains(node)) return 0;
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** Where the line with a character of an element stands on the screen. */
function topOf(element: Element, offset: number): number {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const { length } = node as Text;
    if (left < length) {
      const range = document.createRange();
      range.setStart(node, left);
      range.setEnd(node, left + 1);
      return range.getBoundingClientRect().top;
    }
    left -= length;
  }
  return element.getBoundingClientRect().top;
}
