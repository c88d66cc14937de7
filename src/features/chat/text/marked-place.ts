import { flushSync } from "react-dom";

/** The parts of the marked place: one where it stands in one piece. */
let marks: readonly HTMLElement[] = [];

/**
 * Marks a place in the text of a message, brings it into view and puts the focus there. The place that was marked before is
 * marked no more. Where the text stands otherwise, as in a translated page, only the message is brought into view.
 * @param place In the message's content.
 * @param words What stands there.
 * @param from The `data-quotation` of what has led here. Esc leads back to it.
 */
export function markPlace(
  messageId: string,
  place: { readonly start: number; readonly end: number },
  words: string,
  from: string,
): void {
  for (const mark of marks) {
    const { parentNode } = mark;
    mark.replaceWith(...mark.childNodes);
    parentNode?.normalize();
  }
  marks = [];
  const message = document.querySelector<HTMLElement>(`[data-message="${messageId}"]`);
  const text = message?.querySelector("[data-content]");
  if (!message || !text) return;
  // On phones it may be under another tab.
  const tab = document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(message.id)}"]`);
  if (!message.checkVisibility()) flushSync(() => tab?.click());
  if (text.textContent.slice(place.start, place.end) === words) marks = wrap(text, place);
  const [first = message] = marks;
  first.tabIndex = -1;
  first.addEventListener("keydown", (event) => {
    // It may stand elsewhere by now: leading here may have opened the replies.
    const all = document.querySelectorAll<HTMLElement>(`[data-quotation="${CSS.escape(from)}"]`);
    const back = [...all].find((it) => it.checkVisibility());
    if (event.key !== "Escape" || back === undefined) return;
    // It stops no reply.
    event.preventDefault();
    back.focus();
  });
  first.focus({ preventScroll: true });
  first.scrollIntoView({ block: "center", inline: "nearest" });
}

/** Puts the characters from `start` to `end` into `mark` elements, one for each piece of text. */
function wrap(box: Element, { start, end }: { start: number; end: number }): HTMLElement[] {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const pieces: Text[] = [];
  for (let at = 0; texts.nextNode() !== null && at < end;) {
    const piece = texts.currentNode as Text;
    const [from, to] = [Math.max(0, start - at), Math.min(piece.length, end - at)];
    at += piece.length;
    // Line breaks between blocks need no mark.
    if (from >= to || piece.data.slice(from, to).trim() === "") continue;
    if (to < piece.length) piece.splitText(to);
    const marked = from > 0 ? piece.splitText(from) : piece;
    pieces.push(marked);
    texts.currentNode = marked;
  }
  return pieces.map((piece) => {
    const mark = document.createElement("mark");
    mark.className = "marked-place";
    piece.replaceWith(mark);
    mark.append(piece);
    return mark;
  });
}
