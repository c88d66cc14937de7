import { Ellipsis, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";

const GAP = 4;

/** 'Chat options': a menu with 'Delete chat' (SPEC 2), for mouse, touch and keyboard alike. */
export function ChatMenu({
  describedBy,
  onDelete,
}: {
  /** The element that says which chat it is. */
  describedBy: string;
  onDelete: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();

  const close = (andFocus: boolean) => {
    setOpen(false);
    if (andFocus) button.current?.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Chat options"
        aria-describedby={describedBy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
        className="grid size-8 shrink-0 place-items-center rounded-sm text-ink-muted opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 focus-visible:-outline-offset-2 aria-expanded:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </button>
      {isOpen && <Menu id={menuId} anchor={button} onClose={close} onDelete={onDelete} />}
    </>
  );
}

function Menu({
  id,
  anchor,
  onClose,
  onDelete,
}: {
  id: string;
  anchor: React.RefObject<HTMLButtonElement | null>;
  onClose: (andFocus: boolean) => void;
  onDelete: () => void;
}) {
  const menu = useRef<HTMLDivElement>(null);
  const item = useRef<HTMLButtonElement>(null);

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
    item.current?.focus();
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

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab") onClose(false);
    if (event.key !== "Escape") return;
    // The key closes this menu, and nothing around it.
    event.preventDefault();
    event.stopPropagation();
    onClose(true);
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
      <button
        ref={item}
        type="button"
        role="menuitem"
        onClick={() => {
          onClose(true);
          onDelete();
        }}
        className="flex min-h-9 w-full items-center gap-2.5 rounded-sm px-3 py-1.5 text-left text-sm text-danger hover:bg-danger-soft pointer-coarse:min-h-11"
      >
        <Trash2 aria-hidden="true" className="size-4" />
        Delete chat
      </button>
    </div>
  );
}
