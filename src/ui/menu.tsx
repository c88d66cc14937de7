import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  type SVGProps,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import type { OpenMenu } from "./open-menu.tsx";

export type MenuItem = {
  readonly label: string;
  readonly icon?: ComponentType<SVGProps<SVGSVGElement>>;
  readonly isDangerous?: boolean;
  /** What is true of it, in a word. It wears a tick. */
  readonly mark?: string | undefined;
} & (
  | { readonly onChoose: () => void }
  /** A menu that takes the place of this one: beside it there is no room on a phone. */
  | { readonly items: readonly MenuItem[] }
);

let Late: typeof OpenMenu | undefined;

/** Fetches what draws menus. */
export async function loadMenus(): Promise<void> {
  ({ OpenMenu: Late } = await import("./open-menu.tsx"));
}

let insist = (load: () => Promise<void>) => load();

/** Fetches the code of a menu by this when its button is pressed. It says so where that cannot be fetched, and fails. */
export function fetchMenusBy(fetch: typeof insist): void {
  insist = fetch;
}

const prepare = () => void loadMenus().catch(() => undefined);

/**
 * A button with a menu. What draws the menu is fetched when the button is pointed at or has the focus, and keys that are
 * pressed before it has come are pressed in it then. Tab closes the menu and goes on behind the button.
 */
export function Menu({
  ref,
  name,
  describedBy,
  isAction = false,
  disabledBy = null,
  heading,
  note,
  align,
  items,
  className,
  children,
}: {
  /** The button, for what opens the menu by key: `click` does. */
  ref?: RefObject<HTMLButtonElement | null>;
  name: string;
  /** The id of the element that says what the menu is about. */
  describedBy?: string;
  /** Whether the button is one of those of a message, which Tab reaches only from there. */
  isAction?: boolean;
  /** Why it cannot be pressed, if it cannot. */
  disabledBy?: string | null;
  /** What stands above the items. */
  heading?: string | undefined;
  /** What stands below the heading, small. */
  note?: string | undefined;
  /** The edges of button and menu that are in line. */
  align: "left" | "right";
  items: readonly MenuItem[];
  /** The classes of the button. */
  className: string;
  /** What the button shows. */
  children: ReactNode;
}) {
  const [opened, setOpened] = useState<HTMLButtonElement | null>(null);
  const [, setFetched] = useState(false);
  const isOpen = opened !== null;
  /** What has the focus again when the menu has closed. */
  const opener = useRef<HTMLElement>(null);
  /** The keys that were pressed since it was opened, until it takes them itself. */
  const early = useRef<string[]>(null);

  const open = (button: HTMLButtonElement, from: HTMLElement, firstKeys: string[] = []) => {
    opener.current = from;
    early.current = firstKeys;
    setOpened(button);
    if (Late !== undefined) return;
    insist(loadMenus).then(
      () => setFetched(true),
      () => close(),
    );
  };
  const close = () => {
    early.current = null;
    const { activeElement } = document;
    // What else has taken the focus keeps it.
    if (activeElement === document.body || activeElement?.closest("[role=menu]")) {
      opener.current?.focus();
    }
    setOpened(null);
  };

  /** Until the menu takes them itself: its keys, and what closes it. */
  const onEarly = useEffectEvent((event: Event) => {
    // The keys that it is given later come here too.
    if (early.current === null || !event.isTrusted) return;
    if (!(event instanceof KeyboardEvent)) {
      const { target } = event;
      const isInMenu = target instanceof Element && target.closest("[role=menu]") !== null;
      if (!isInMenu && !opened?.contains(target as Node)) close();
      return;
    }
    const { key, repeat, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key === "Tab") return close();
    event.preventDefault();
    event.stopPropagation();
    if (key === "Escape") close();
    // The key that opened it may still be held down.
    else if (!repeat) early.current.push(key);
  });
  useEffect(() => {
    if (!isOpen) return;
    const over = new AbortController();
    for (const kind of ["keydown", "pointerdown", "focusin"]) {
      // Before the handlers of the page.
      window.addEventListener(kind, (event) => onEarly(event), {
        capture: true,
        signal: over.signal,
      });
    }
    return () => over.abort();
  }, [isOpen]);

  return (
    <>
      <button
        ref={ref}
        type="button"
        aria-label={name}
        title={disabledBy ?? name}
        aria-describedby={describedBy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={disabledBy !== null}
        {...(isAction && { "data-action": "", tabIndex: -1 })}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={({ currentTarget, detail }) => {
          const { activeElement } = document;
          // By a key: perhaps one that was pressed elsewhere.
          const isByKey = detail === 0 && activeElement instanceof HTMLElement;
          const from = isByKey && activeElement !== document.body ? activeElement : currentTarget;
          if (isOpen) close();
          else open(currentTarget, from);
        }}
        onKeyDown={(event) => {
          const { key, currentTarget } = event;
          if (key !== "ArrowDown" && key !== "ArrowUp") return;
          event.preventDefault();
          open(currentTarget, currentTarget, key === "ArrowUp" ? ["End"] : []);
        }}
        className={className}
      >
        {children}
      </button>
      {opened !== null && Late !== undefined && (
        <Late
          {...{ button: opened, name, heading, note, align, items, early }}
          onClose={close}
          onChoose={(choose) => {
            close();
            choose();
          }}
        />
      )}
    </>
  );
}
