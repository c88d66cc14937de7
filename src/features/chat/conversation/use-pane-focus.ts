import { type RefObject, useEffect } from "react";
import { focusBox } from "#features/chat/composer/focused-box.ts";

/**
 * The message that the arrow keys have led to, and whether one was pressed among the messages too. Who has only left the
 * empty box by ↑ may have meant something else: there, and at a message that was searched for, letters go into the box.
 */
let reached: { message: Element; onPurpose: boolean } | null = null;

/** A letter presses its button when no other one follows for so long: those of a word are typed. */
const LETTER_MS = 400;
/** Two pages have a line in common that neither of them fades: those of both edges are 64 px high together. */
const IN_COMMON_PX = 92;

/** The letter that was pressed, and the button that it will press. */
let letter: { key: string; press: () => void; timer: ReturnType<typeof setTimeout> } | null = null;

/**
 * Lets the arrow keys move the focus from an empty box to the newest message, and from message to message. Letters press
 * the buttons then. Page Up and Page Down scroll the messages from the box. Tab reaches the buttons (`data-action`) of the message that has the focus, else of the newest, and
 * passes by those of all others. Gives the focus back to the box after a click into the messages, unless it pressed a
 * button or selected text.
 */
export function usePaneFocus(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const offer = () => offerActions(element);
    const onPageKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key === "Tab") offer();
      turnPage(element, event);
      if (key !== "ArrowUp" || !(target instanceof HTMLTextAreaElement)) return;
      if (target.value !== "" || target.closest("[data-chat-box]") === null) return;
      goTo(messagesIn(element).at(-1), event, false);
    };
    const over = new AbortController();
    element.addEventListener("keydown", (event) => onKey(event, messagesIn(element)), over);
    element.addEventListener("focusin", offer, over);
    element.addEventListener("click", returnFocus, over);
    document.addEventListener("keydown", onPageKey, over);
    return () => over.abort();
  }, [pane]);
}

/** Page Up and Page Down in a box that does not scroll itself. */
function turnPage(pane: HTMLElement, event: KeyboardEvent) {
  const { key, target } = event;
  if (key !== "PageUp" && key !== "PageDown") return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!(target instanceof HTMLTextAreaElement) || target.closest("[data-chat-box]") === null)
    return;
  if (target.scrollHeight > target.clientHeight) return;
  event.preventDefault();
  const { clientHeight: view } = pane;
  const by = Math.max(view - IN_COMMON_PX, view / 2);
  pane.scrollBy({ top: key === "PageUp" ? -by : by });
}

function onKey(event: KeyboardEvent, all: readonly HTMLElement[]) {
  const { target, key } = event;
  const at = all.findIndex((message) => message === target);
  if (at === -1 || event.ctrlKey || event.metaKey || event.altKey) return;
  const before = letter;
  letter = null;
  if (before !== null) {
    clearTimeout(before.timer);
    if (key.length === 1) return beginWord(before.key);
    if (key !== "Escape") before.press();
  }
  const isReached = target === reached?.message;
  const isOnPurpose = isReached && reached?.onPurpose === true;
  if (key === "ArrowUp") goTo(all[at - 1], event, true);
  if (key === "ArrowDown" && isReached && at === all.length - 1) focusBox(true);
  if (key === "ArrowDown") goTo(all[at + 1], event, true);
  // What a letter presses, and at which messages it is looked for.
  const actions: Record<string, readonly [string, readonly HTMLElement[]]> = {
    e: ["Edit in a new chat", all.slice(0, at + 1).toReversed()],
    c: ["Copy", all.slice(at, at + 1)],
    d: ["Details", all.slice(at)],
  };
  const [name, messages = []] = (isOnPurpose && actions[key.toLowerCase()]) || [];
  if (name === undefined) return;
  event.preventDefault();
  const buttons = messages.map((it) => it.querySelector<HTMLElement>(`[data-action="${name}"]`));
  const press = () => {
    letter = null;
    buttons.find((button) => button !== null)?.click();
  };
  letter = { key, press, timer: setTimeout(press, LETTER_MS) };
}

/** Types the first letter of a word into the box, where the browser types those that follow. */
function beginWord(first: string) {
  if (focusBox(true)) document.execCommand("insertText", false, first);
}

function goTo(message: HTMLElement | undefined, event: KeyboardEvent, onPurpose: boolean) {
  if (message === undefined) return;
  event.preventDefault();
  reached = { message, onPurpose };
  message.focus({ preventScroll: true });
  message.scrollIntoView({ block: "nearest" });
}

function returnFocus({ target }: MouseEvent) {
  const isOnControl =
    target instanceof Element && target.closest("a, button, [role=button]") !== null;
  if (!isOnControl && getSelection()?.isCollapsed !== false) focusBox();
}

function offerActions(pane: Element) {
  const own = document.activeElement?.closest("[data-message]") ?? messagesIn(pane).at(-1);
  for (const action of pane.querySelectorAll<HTMLElement>("[data-action]")) {
    const message = action.closest("[data-message]") ?? own;
    action.tabIndex = message === own ? 0 : -1;
  }
}

/** The messages that are seen, in their order: on phones one of several side by side. */
const messagesIn = (pane: Element) =>
  [...pane.querySelectorAll<HTMLElement>("[data-message]")].filter((it) => it.checkVisibility());
