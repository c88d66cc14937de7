import { type RefObject, useEffect } from "react";
import { focusBox } from "#features/chat/composer/focused-box.ts";

type Way = "previousElementSibling" | "nextElementSibling";

/** What a letter presses at a message, and where it is looked for when that message does not have it. */
const ACTIONS: Record<string, readonly [string, Way | null]> = {
  e: ["Edit in a new chat", "previousElementSibling"],
  c: ["Copy", null],
  d: ["Details", "nextElementSibling"],
};

/** The message that the arrow keys have led to. At others, as one that was searched for, letters go into the box. */
let reached: Element | null = null;

/**
 * Lets the arrow keys move the focus from an empty box to the newest message, and from message to message, where letters
 * press the buttons. Tab reaches the buttons (`data-action`) of the message that has the focus, else of the newest, and
 * passes by those of all others. Gives the focus back to the box after a click into the messages, unless it pressed a button or selected text.
 */
export function usePaneFocus(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const offer = () => offerActions(element);
    const onPageKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key === "Tab") offer();
      if (key !== "ArrowUp" || !(target instanceof HTMLTextAreaElement)) return;
      if (target.value !== "" || target.closest("[data-chat-box]") === null) return;
      goTo(newestIn(element), event);
    };
    const over = new AbortController();
    element.addEventListener("keydown", onKey, over);
    element.addEventListener("focusin", offer, over);
    element.addEventListener("click", giveBack, over);
    document.addEventListener("keydown", onPageKey, over);
    return () => over.abort();
  }, [pane]);
}

function onKey(event: KeyboardEvent) {
  const { target, key } = event;
  if (!isMessage(target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "ArrowUp") goTo(nextMessage(target, "previousElementSibling"), event);
  if (key === "ArrowDown") {
    const next = nextMessage(target, "nextElementSibling");
    if (next === null && reached === target) focusBox(true);
    goTo(next, event);
  }
  const action = target === reached ? ACTIONS[key.toLowerCase()] : undefined;
  if (action === undefined) return;
  event.preventDefault();
  press(target, ...action);
}

function goTo(message: HTMLElement | null, event: KeyboardEvent) {
  if (message === null) return;
  event.preventDefault();
  reached = message;
  message.focus({ preventScroll: true });
  message.scrollIntoView({ block: "nearest" });
}

function press(message: Element, name: string, way: Way | null) {
  for (let at: Element | null = message; at !== null; at = way && at[way]) {
    const button = at.querySelector<HTMLElement>(`[data-action="${name}"]`);
    if (button !== null) return button.click();
  }
}

function giveBack({ target }: MouseEvent) {
  const isOnControl = target instanceof Element && target.closest("a, button") !== null;
  if (!isOnControl && getSelection()?.isCollapsed !== false) focusBox();
}

function offerActions(pane: Element) {
  const own = document.activeElement?.closest("[data-message]") ?? newestIn(pane);
  for (const action of pane.querySelectorAll<HTMLElement>("[data-action]")) {
    const message = action.closest("[data-message]") ?? own;
    action.tabIndex = message === own ? 0 : -1;
  }
}

const newestIn = (pane: Element) =>
  [...pane.querySelectorAll<HTMLElement>("[data-message]")].at(-1) ?? null;

/** The next message in a direction, beyond a line between two of them. */
function nextMessage(from: Element, step: Way) {
  for (let element = from[step]; element !== null; element = element[step]) {
    if (isMessage(element)) return element;
  }
  return null;
}

function isMessage(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset["message"] !== undefined;
}
