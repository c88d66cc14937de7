import * as Radix from "@radix-ui/react-tooltip";
import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { OverPage, Standing } from "./over-page.tsx";

/** How long one points at something before its name is shown. */
const DELAY_MS = 400;
const GAP_PX = 6;
const TIP_ID = "tooltip";

/**
 * Apart from the page, which is not drawn again for them. Whoever points at something may open a menu, too.
 * @param isPressed Whether what is pointed at has been pressed meanwhile.
 */
export function startTooltips(isPressed: boolean): void {
  import("./open-menu.tsx").catch(() => undefined);
  createRoot(document.createElement("div")).render(<Tooltips {...{ isPressed }} />);
}

/**
 * Shows the `title` of what is pointed at with a mouse, or has the focus by key, at once readable and in the look of the
 * product, unless it is the text of a button. Any key, a press, and scrolling end it. While it is shown the element has no `title`, or the browser would
 * show its own too. The tooltip is its accessible description then, as the title is else.
 */
function Tooltips({ isPressed }: { isPressed: boolean }) {
  const [owner, setOwner] = useState(() =>
    isPressed ? null : document.querySelector<HTMLElement>("[title]:is(:hover, :focus-visible)"),
  );
  /** What is shown, or ''. */
  const [text, setText] = useState("");

  const aim = useEffectEvent(({ target }: Event) => {
    const element = target instanceof Element ? target : null;
    const isOwned = element !== null && owner?.contains(element) === true;
    const next = isOwned ? owner : (element?.closest<HTMLElement>("[title]") ?? null);
    if (next === owner) return;
    setOwner(next);
    setText("");
  });
  useEffect(() => {
    document.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") aim(event);
    });
    document.documentElement.addEventListener("pointerleave", (event) => aim(event));
    document.addEventListener("focusin", (event) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible")) aim(event);
    });
  }, []);

  useEffect(() => {
    if (owner === null) return;
    let known = owner.title;
    const show = () => {
      // It would lie over the menu that the button has opened.
      const isOpen = owner.getAttribute("aria-expanded") === "true";
      const isRead = owner instanceof HTMLButtonElement && owner.innerText.trim() === owner.title;
      if (!owner.isConnected || owner.title === "" || isOpen || isRead) return;
      known = owner.title;
      setText(known);
    };
    const timer = setTimeout(show, DELAY_MS);
    // What a button did may be said in the place of its name.
    const renamed = new MutationObserver(() => {
      if (owner.title !== known) show();
    });
    renamed.observe(owner, { attributeFilter: ["title"] });
    const hide = () => {
      clearTimeout(timer);
      // Before Radix hears of the key, or Esc would do nothing else.
      flushSync(() => setText(""));
    };
    const over = new AbortController();
    for (const end of ["pointerdown", "keydown", "scroll"])
      window.addEventListener(end, hide, { capture: true, passive: true, signal: over.signal });
    return () => {
      clearTimeout(timer);
      renamed.disconnect();
      over.abort();
    };
  }, [owner]);

  useLayoutEffect(() => {
    if (owner === null || text === "") return;
    owner.removeAttribute("title");
    describe(owner, true);
    return () => {
      owner.title ||= text;
      describe(owner, false);
    };
  }, [owner, text]);

  if (owner === null || text === "") return null;
  return (
    <Radix.Provider disableHoverableContent>
      <Radix.Root open onOpenChange={() => setText("")}>
        <Radix.Trigger asChild>
          <Standing element={owner} />
        </Radix.Trigger>
        <OverPage element={owner}>
          <Radix.Content
            id={TIP_ID}
            side="bottom"
            sideOffset={GAP_PX}
            collisionPadding={GAP_PX}
            // Over a dialog Radix would let it be pressed.
            style={{ pointerEvents: "none" }}
            className="max-w-64 rounded-sm bg-ink px-2 py-1 text-xs text-surface"
          >
            {text}
          </Radix.Content>
        </OverPage>
      </Radix.Root>
    </Radix.Provider>
  );
}

/** Adds the tooltip to what describes an element, or takes it out. */
function describe(element: HTMLElement, byTip: boolean): void {
  const ids = (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((id) => id !== "" && id !== TIP_ID);
  if (byTip) ids.push(TIP_ID);
  if (ids.length > 0) element.setAttribute("aria-describedby", ids.join(" "));
  else element.removeAttribute("aria-describedby");
}
