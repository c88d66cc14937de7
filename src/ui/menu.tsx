import { Check } from "lucide-react";
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SVGProps,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";

const GAP_PX = 4;
/** More than a menu is high, also with the tall items of a touch screen. */
const ROOM_PX = 240;
/** More than a menu is wide. */
const WIDE_PX = 224;

export type MenuItem = {
  readonly label: string;
  readonly icon?: ComponentType<SVGProps<SVGSVGElement>>;
  readonly isDangerous?: boolean;
  /** What is true of it, in a word. It wears a tick. */
  readonly mark?: string | undefined;
} & (
  | { readonly onChoose: () => void }
  /** A menu that takes the place of this one. */
  | { readonly items: readonly MenuItem[] }
);

/**
 * A button with a menu. The menu is a popover of the browser, which opens it, draws it over everything else, and closes
 * it with Esc or a press elsewhere. The arrow keys, Home and End move between the items; Tab closes the menu and goes on
 * behind the button.
 */
export function Menu({
  ref,
  name,
  describedBy,
  isAction = false,
  align,
  items,
  className,
  children,
}: {
  /** The menu, for what opens it by key: `showPopover` does. */
  ref?: RefObject<HTMLDivElement | null>;
  name: string;
  /** The id of the element that says what the menu is about. */
  describedBy?: string;
  /** Whether the button is one of those of a message, which Tab reaches only from there. */
  isAction?: boolean;
  /** The edges of button and menu that are in line. */
  align: "left" | "right";
  items: readonly MenuItem[];
  /** The classes of the button. */
  className: string;
  /** What the button shows. */
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const [inner, setInner] = useState<readonly MenuItem[] | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const own = useRef<HTMLDivElement>(null);
  const menu = ref ?? own;
  const menuId = useId();

  // The button may scroll with what is around it, also because a key has just moved the focus there: its menu follows.
  useEffect(() => {
    if (!isOpen) return;
    const follow = () => {
      if (menu.current && button.current) place(menu.current, button.current, align);
    };
    const close = () => menu.current?.hidePopover();
    document.addEventListener("scroll", follow, true);
    document.addEventListener("wheel", close, { passive: true });
    return () => {
      document.removeEventListener("scroll", follow, true);
      document.removeEventListener("wheel", close);
    };
  }, [isOpen, menu, align]);

  useEffect(() => {
    if (inner !== null) menu.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }, [inner, menu]);

  const choose = (item: MenuItem) => () => {
    if ("items" in item) return setInner(item.items);
    menu.current?.hidePopover();
    // A browser that does not focus a clicked button has nothing to give the focus back to.
    button.current?.focus();
    item.onChoose();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={menuId}
        aria-label={name}
        title={name}
        aria-describedby={describedBy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isAction && { "data-action": "", tabIndex: -1 })}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          menu.current?.showPopover();
        }}
        className={className}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={menuId}
        role="menu"
        popover="auto"
        tabIndex={-1}
        aria-label={name}
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState !== "open" || button.current === null) return;
          place(currentTarget, button.current, align);
          // At once: the browser is about to look in the menu for what to focus.
          flushSync(() => setOpen(true));
        }}
        // The items stay until the browser has given the focus back to the button.
        onToggle={({ newState }) => {
          setOpen(newState === "open");
          setInner(null);
        }}
        onKeyDown={moveFocus}
        className="fixed inset-auto m-0 min-w-40 animate-appear rounded-md border border-line bg-surface-raised p-1 text-ink shadow-overlay"
      >
        {isOpen &&
          (inner ?? items).map((item, index) => (
            <Item key={item.label} item={item} isFirst={index === 0} onChoose={choose(item)} />
          ))}
      </div>
    </>
  );
}

function Item({
  item,
  isFirst,
  onChoose,
}: {
  item: MenuItem;
  isFirst: boolean;
  onChoose: () => void;
}) {
  const { label, icon: Icon, isDangerous = false, mark } = item;
  const look = isDangerous ? "text-danger hover:bg-danger-soft" : "hover:bg-hover";
  return (
    <button
      // React leaves the attribute out, but a popover focuses what has it when it opens.
      ref={(element) => {
        element?.toggleAttribute("autofocus", isFirst);
      }}
      type="button"
      role="menuitem"
      aria-haspopup={"items" in item ? "menu" : undefined}
      title={mark}
      onClick={onChoose}
      className={`flex min-h-9 w-full items-center gap-2.5 rounded-sm px-3 py-1.5 text-left text-sm focus-visible:-outline-offset-2 pointer-coarse:min-h-11 ${look}`}
    >
      {Icon && (
        <Icon aria-hidden="true" className={`size-4 ${isDangerous ? "" : "text-ink-muted"}`} />
      )}
      <span>{label}</span>
      {mark !== undefined && <Check aria-hidden="true" className="ml-auto size-4 text-ink-muted" />}
    </button>
  );
}

/** Puts the menu below its button, or above it in a low window, in line with the edge of the button that leaves it room. */
function place(menu: HTMLElement, button: HTMLElement, align: "left" | "right") {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isLow = bottom + ROOM_PX > clientHeight;
  menu.style.top = isLow ? "auto" : `${bottom + GAP_PX}px`;
  menu.style.bottom = isLow ? `${clientHeight - top + GAP_PX}px` : "auto";
  const isLeft = align === "left" ? clientWidth - left > WIDE_PX : right < WIDE_PX;
  menu.style.left = isLeft ? `${left}px` : "auto";
  menu.style.right = isLeft ? "auto" : `${clientWidth - right}px`;
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const menu = event.currentTarget;
  if (event.key === "Tab") return menu.hidePopover();
  const items = [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const at = items.findIndex((item) => item === document.activeElement);
  const places: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: Math.max(at, 0) - 1,
    Home: 0,
    End: -1,
  };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  items.at(place)?.focus();
}
