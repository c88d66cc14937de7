import { TextQuote } from "lucide-react";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { boxOnScreen, receivesText } from "#features/chat/composer/focused-box.ts";
import { listen } from "#lib/listen.ts";
import { importOrReload } from "#lib/stale-build.ts";
import { useCoarse } from "#lib/use-media.ts";
import { Button } from "#ui/button.tsx";
import { passageOf, quotationOf, quotationToInsert } from "./quote-rules.ts";

export { requestToContinue } from "./quote-rules.ts";

/** The model that wrote a message; null for the person's own. */
type WriterOf = (messageId: string) => string | null;

/** A passage of one message that is selected. */
type Passage = { readonly messageId: string; readonly content: Element; readonly range: Range };

/**
 * The button 'Quote' beside a selection in a message; Shift+Enter does the same. On a touch screen the browser shows its
 * own menu there, and the message's menu has 'Quote'.
 */
export function QuoteButton({ writerOf, onQuoted }: { writerOf: WriterOf; onQuoted: () => void }) {
  const [passage, setPassage] = useState<Passage | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  const isCoarse = useCoarse();

  const read = () => {
    if (isPressed.current) return;
    setPassage(selectedPassage());
  };
  const quote = (from: Passage) => {
    void putPassage(from, writerOf(from.messageId));
    getSelection()?.removeAllRanges();
    onQuoted();
    setPassage(null);
  };
  const onEvent = useEffectEvent(({ type, target }: Event) => {
    if (type === "pointerdown") {
      const isOnButton =
        target instanceof Element && target.closest("button, [role=menu]") !== null;
      isPressed.current = !isOnButton;
    } else if (type === "pointerup" || type === "pointercancel") {
      isPressed.current = false;
      // The selection changes after the event.
      setTimeout(read);
    } else read();
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") setPassage(null);
    if (event.key !== "Enter" || !event.shiftKey || receivesText(event.target)) return;
    const selected = selectedPassage();
    if (selected === null) return;
    event.preventDefault();
    quote(selected);
  });
  useEffect(() => {
    const call = (event: Event) => onEvent(event);
    call(new Event("selectionchange"));
    const over = new AbortController();
    const { signal } = over;
    for (const type of ["selectionchange", "pointerdown", "pointerup", "pointercancel"])
      document.addEventListener(type, call, { signal });
    // In cards, too.
    window.addEventListener("scroll", call, { signal, capture: true });
    window.addEventListener("resize", call, { signal });
    const end = listen(document, ["keydown"], (event) => onKeyDown(event));
    return () => {
      over.abort();
      end();
    };
  }, []);

  useLayoutEffect(() => {
    const own = button.current;
    const around = own?.offsetParent?.getBoundingClientRect();
    const place = passage?.range.getClientRects();
    const last = place?.[place.length - 1];
    if (!own || !around || !last) return;
    const { offsetWidth: width, offsetHeight: height } = own;
    const left = Math.min(last.right - around.left + 8, around.width - width - 8);
    const top = last.bottom - around.top + 4;
    own.style.left = `${Math.max(left, 8)}px`;
    own.style.top = `${top}px`;
    own.style.visibility = top < 0 || top + height > around.height ? "hidden" : "visible";
  });

  if (passage === null || isCoarse) return null;
  return (
    <Button
      ref={button}
      size="sm"
      // The selection stays.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => quote(passage)}
      className="absolute z-30 animate-appear shadow-raised print:hidden"
    >
      <TextQuote aria-hidden="true" className="size-3.5" />
      <span>Quote</span>
    </Button>
  );
}

/** Puts what is selected of a message into the box at its cursor, as a quotation. */
export function putPassage({ content, range }: Passage, model: string | null): Promise<void> {
  const before = document.createRange();
  before.setStart(content, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  const end = start + range.toString().length;
  return putQuotation(passageOf(content.textContent, start, end), model);
}

/** Puts a text into the box at its cursor, as a quotation. */
export async function putQuotation(text: string, model: string | null): Promise<void> {
  const { insertText } = await importOrReload(
    () => import("#features/chat/composer/insert-text.ts"),
  );
  const box = boxOnScreen();
  const quotation = quotationOf(text, model);
  if (box === null || quotation === "") return;
  insertText(box, quotationToInsert(quotation, box.value.slice(0, box.selectionStart)));
}

function selectedPassage(): Passage | null {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  return passageIn(selection.getRangeAt(0));
}

/** What of one message is in a range; null where that is nothing, or more than one. */
export function passageIn(selected: Range): Passage | null {
  const range = selected.cloneRange();
  const { startContainer } = range;
  const start = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  const content = start?.closest("[data-content]");
  // A comparison stands in the element of a reply, or of none.
  const messageId =
    content?.getAttribute("data-content") ||
    content?.closest("[data-message]")?.getAttribute("data-message");
  if (!content || !messageId) return null;
  const others = [...document.querySelectorAll("[data-content]")].filter((it) => it !== content);
  if (others.some((other) => selectedIn(range, other) !== "")) return null;
  // Three clicks select up to the beginning of what comes next. Of a comparison a part may be folded.
  if (!content.contains(range.endContainer)) {
    const shown = [...content.childNodes].findLast(
      (it) => !(it instanceof Element) || it.checkVisibility(),
    );
    if (shown) range.setEndAfter(shown);
  }
  return range.toString().trim() === "" ? null : { messageId, content, range };
}

/** What of the beginning of an element is in a range that starts before it. */
function selectedIn(range: Range, element: Element): string {
  if (!range.intersectsNode(element)) return "";
  const part = range.cloneRange();
  part.setStart(element, 0);
  return part.toString();
}
