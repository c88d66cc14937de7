import { Copy, Download, Ellipsis, Pencil, Trash2 } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";

const GAP_PX = 4;
/** More than the menu is high, also with the tall items of a touch screen. */
const ROOM_PX = 200;

/**
 * The button 'Chat options' with its menu: 'Rename chat', 'Copy conversation', 'Export chat' and 'Delete chat'. The menu is a popover of the browser, which
 * opens it, draws it over everything else, and closes it with Esc or a press elsewhere. The arrow keys, Home and End
 * move between the items; Tab closes the menu and goes on behind the button.
 */
export function ChatMenu({
  ref,
  describedBy,
  onRename,
  onCopy,
  onExport,
  onDelete,
}: {
  /** The menu, for a row that opens it by key: `showPopover` does. */
  ref?: RefObject<HTMLDivElement | null>;
  /** The id of the element that names the chat. */
  describedBy: string;
  onRename: () => void;
  onCopy: () => void;
  onExport: () => void;
  onDelete: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const own = useRef<HTMLDivElement>(null);
  const menu = ref ?? own;
  const menuId = useId();

  // The button scrolls with the list and would leave its menu behind.
  useEffect(() => {
    if (!isOpen) return;
    const close = () => menu.current?.hidePopover();
    document.addEventListener("scroll", close, true);
    return () => document.removeEventListener("scroll", close, true);
  }, [isOpen, menu]);

  const choose = (act: () => void) => () => {
    menu.current?.hidePopover();
    // A browser that does not focus a clicked button has nothing to give the focus back to.
    button.current?.focus();
    act();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={menuId}
        aria-label="Chat options"
        aria-describedby={describedBy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          menu.current?.showPopover();
        }}
        className="absolute inset-y-0 right-0.5 my-auto grid size-8 place-items-center rounded-sm text-ink-muted opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 focus-visible:-outline-offset-2 aria-expanded:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </button>
      <div
        ref={menu}
        id={menuId}
        role="menu"
        popover="auto"
        tabIndex={-1}
        aria-label="Chat options"
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState !== "open" || button.current === null) return;
          place(currentTarget, button.current);
          // At once: the browser is about to look in the menu for what to focus.
          flushSync(() => setOpen(true));
        }}
        // The items stay until the browser has given the focus back to the button.
        onToggle={({ newState }) => setOpen(newState === "open")}
        onKeyDown={moveFocus}
        className="fixed inset-auto m-0 min-w-40 animate-appear rounded-md border border-line bg-surface-raised p-1 text-ink shadow-overlay"
      >
        {isOpen && (
          <>
            <Item isFirst onChoose={choose(onRename)}>
              <Pencil aria-hidden="true" className="size-4 text-ink-muted" />
              Rename chat
            </Item>
            <Item onChoose={choose(onCopy)}>
              <Copy aria-hidden="true" className="size-4 text-ink-muted" />
              Copy conversation
            </Item>
            <Item onChoose={choose(onExport)}>
              <Download aria-hidden="true" className="size-4 text-ink-muted" />
              Export chat
            </Item>
            <Item isDangerous onChoose={choose(onDelete)}>
              <Trash2 aria-hidden="true" className="size-4" />
              Delete chat
            </Item>
          </>
        )}
      </div>
    </>
  );
}

function Item({
  isFirst = false,
  isDangerous = false,
  onChoose,
  children,
}: {
  isFirst?: boolean;
  isDangerous?: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  const look = isDangerous ? "text-danger hover:bg-danger-soft" : "hover:bg-hover";
  return (
    <button
      // React leaves the attribute out, but a popover focuses what has it when it opens.
      ref={(element) => {
        element?.toggleAttribute("autofocus", isFirst);
      }}
      type="button"
      role="menuitem"
      onClick={onChoose}
      className={`flex min-h-9 w-full items-center gap-2.5 rounded-sm px-3 py-1.5 text-left text-sm focus-visible:-outline-offset-2 pointer-coarse:min-h-11 ${look}`}
    >
      {children}
    </button>
  );
}

/** Puts the menu below its button, or above it in a low window, with the right edges in line. */
function place(menu: HTMLElement, button: HTMLElement) {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isLow = bottom + ROOM_PX > clientHeight;
  menu.style.top = isLow ? "auto" : `${bottom + GAP_PX}px`;
  menu.style.bottom = isLow ? `${clientHeight - top + GAP_PX}px` : "auto";
  menu.style.right = `${clientWidth - right}px`;
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const menu = event.currentTarget;
  if (event.key === "Tab") return menu.hidePopover();
  const items = [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const next = itemFor(event.key, items);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function itemFor(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const index = items.findIndex((item) => item === document.activeElement);
  switch (key) {
    case "ArrowDown":
      return items[(index + 1) % items.length];
    case "ArrowUp":
      return items.at(Math.max(index, 0) - 1);
    case "Home":
      return items[0];
    case "End":
      return items.at(-1);
    default:
      return undefined;
  }
}
