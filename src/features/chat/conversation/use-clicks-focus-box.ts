import { type RefObject, useEffect } from "react";
import { focusBox } from "#features/chat/composer/focused-box.ts";

/** Gives the focus back to the box after a click into the messages, unless it pressed a button or selected text. */
export function useClicksFocusBox(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = pane.current;
    element?.addEventListener("click", giveBack);
    return () => element?.removeEventListener("click", giveBack);
  }, [pane]);
}

function giveBack({ target }: MouseEvent) {
  const isOnControl = target instanceof Element && target.closest("a, button") !== null;
  if (!isOnControl && getSelection()?.isCollapsed !== false) focusBox();
}
