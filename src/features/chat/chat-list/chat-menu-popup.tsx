import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { itemAfter } from "./menu-rules.ts";

const GAP = 4;

/** The open menu of a chat, at its button `anchor`. The first item has the focus; arrows, Home and End move it. */
export function ChatMenuPopup({
  id,
  anchor,
  onClose,
  children,
}: {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: (andFocus: boolean) => void;
  children: ReactNode;
}) {
  const menu = useRef<HTMLDivElement>(null);

  // In the top layer, so that the list's own scrolling does not cut it off.
  useEffect(() => {
    const place = anchor.current?.getBoundingClientRect();
    if (menu.current === null || place === undefined) return;
    menu.current.showPopover?.();
    const { offsetHeight: height, offsetWidth: width } = menu.current;
    const below = place.bottom + GAP;
    const top = below + height > innerHeight ? place.top - GAP - height : below;
    menu.current.style.top = `${top}px`;
    menu.current.style.left = `${Math.max(GAP, place.right - width)}px`;
    itemsOf(menu.current)[0]?.focus();
  }, [anchor]);

  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      const isOwn = target instanceof Node && menu.current?.contains(target) === true;
      const isAnchor = target instanceof Node && anchor.current?.contains(target) === true;
      if (!isOwn && !isAnchor) onClose(false);
    };
    const onScroll = () => onClose(false);
    document.addEventListener("pointerdown", onPointerDown);
    document.addEventListener("scroll", onScroll, true);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown);
      document.removeEventListener("scroll", onScroll, true);
    };
  });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Tab") onClose(false);
    const items = itemsOf(event.currentTarget);
    const at = items.findIndex((item) => item === document.activeElement);
    const next = itemAfter(event.key, at, items.length);
    if (next === null && event.key !== "Escape") return;
    // The key is for this menu, and nothing around it.
    event.preventDefault();
    event.stopPropagation();
    if (next === null) onClose(true);
    else items[next]?.focus();
  };

  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      popover="manual"
      tabIndex={-1}
      aria-label="Chat options"
      onKeyDown={onKeyDown}
      className="fixed inset-auto m-0 min-w-40 animate-appear rounded-md border border-line bg-surface-raised p-1 text-ink shadow-overlay"
    >
      {children}
    </div>
  );
}

/** One thing to do. */
export function ChatMenuItem({
  isDangerous = false,
  onChoose,
  children,
}: {
  isDangerous?: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  const look = isDangerous ? "text-danger hover:bg-danger-soft" : "hover:bg-hover";
  return (
    <button
      type="button"
      role="menuitem"
      onClick={onChoose}
      className={`flex min-h-9 w-full items-center gap-2.5 rounded-sm px-3 py-1.5 text-left text-sm focus-visible:-outline-offset-2 pointer-coarse:min-h-11 ${look}`}
    >
      {children}
    </button>
  );
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}
