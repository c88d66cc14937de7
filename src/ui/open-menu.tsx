import * as Radix from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { MenuItem } from "./menu.tsx";
import { OverPage, Standing } from "./over-page.tsx";
import { useBack } from "./use-back.ts";

/** A menu while it is open, beside its button. Where there is less room than it is high, it scrolls. */
export function OpenMenu({
  button,
  name,
  heading,
  note,
  align,
  items,
  early,
  onClose,
  onChoose,
}: {
  button: HTMLButtonElement;
  name: string;
  heading: string | undefined;
  note: string | undefined;
  align: "left" | "right";
  items: readonly MenuItem[];
  /** The keys that are held back; null while it takes them itself. */
  early: RefObject<string[] | null>;
  onClose: () => void;
  onChoose: (choose: () => void) => void;
}) {
  const [inner, setInner] = useState<readonly MenuItem[] | null>(null);
  useBack(onClose);
  useEffect(() => void pressAll(early), [early]);
  return (
    <Radix.Root open modal={false} onOpenChange={onClose}>
      <Radix.Trigger asChild>
        <Standing element={button} />
      </Radix.Trigger>
      <OverPage element={button}>
        <Radix.Content
          loop
          align={align === "left" ? "start" : "end"}
          sideOffset={4}
          collisionPadding={4}
          aria-label={name}
          aria-labelledby={undefined}
          // A press on the button closes it there.
          onInteractOutside={(event) => {
            if (button.contains(event.target as Node)) event.preventDefault();
          }}
          // The button, or what has taken the focus since, has it already.
          onCloseAutoFocus={(event) => event.preventDefault()}
          onKeyDownCapture={(event) => {
            if (event.key !== "Tab") return;
            // The browser goes on from the button.
            event.stopPropagation();
            onClose();
          }}
          onKeyDown={({ nativeEvent }) => nativeEvent.isTrusted && holdKeys(early)}
          // Some browsers ask for their own menu when the key that opened this one is let go.
          onContextMenu={(event) => event.preventDefault()}
          className="pointer-events-auto max-h-(--radix-dropdown-menu-content-available-height) max-w-(--radix-dropdown-menu-content-available-width) min-w-40 animate-appear overflow-y-auto overscroll-contain rounded-md border border-line bg-surface-raised p-1 text-ink shadow-overlay outline-none"
        >
          {heading !== undefined && inner === null && (
            <Radix.Label className="max-w-56 px-3 py-1.5 text-sm">
              <span className="font-semibold">{heading}</span>
              {note !== undefined && <span className="block text-xs text-ink-muted">{note}</span>}
            </Radix.Label>
          )}
          {(inner ?? items).map((item, index) => (
            <Item
              key={item.label}
              item={item}
              isFirst={index === 0}
              onChoose={() => ("items" in item ? setInner(item.items) : onChoose(item.onChoose))}
            />
          ))}
        </Radix.Content>
      </OverPage>
    </Radix.Root>
  );
}

function Item({
  item: { label, icon: Icon, isDangerous = false, mark, ...rest },
  isFirst,
  onChoose,
}: {
  item: MenuItem;
  isFirst: boolean;
  onChoose: () => void;
}) {
  const own = useRef<HTMLDivElement>(null);
  // However it was opened: before Radix looks for what to focus, which would be the menu itself after a click.
  useEffect(() => {
    if (isFirst) own.current?.focus({ preventScroll: true });
  }, [isFirst]);
  const look = isDangerous
    ? "text-danger data-highlighted:bg-danger-soft"
    : "data-highlighted:bg-hover";
  return (
    <Radix.Item
      ref={own}
      aria-haspopup={"items" in rest ? "menu" : undefined}
      title={mark}
      // It is closed by what is chosen, before that is done.
      onSelect={(event) => {
        event.preventDefault();
        onChoose();
      }}
      className={`flex min-h-9 w-full cursor-default items-center gap-2.5 rounded-sm px-3 py-1.5 text-left text-sm select-none focus-visible:-outline-offset-2 pointer-coarse:min-h-11 ${look}`}
    >
      {Icon && (
        <Icon aria-hidden="true" className={`size-4 ${isDangerous ? "" : "text-ink-muted"}`} />
      )}
      <span>{label}</span>
      {mark !== undefined && <Check aria-hidden="true" className="ml-auto size-4 text-ink-muted" />}
    </Radix.Item>
  );
}

/** A key moves the focus in a task of its own: the next one may come before that, and waits for it. */
function holdKeys(early: RefObject<string[] | null>): void {
  early.current = [];
  void pressAll(early);
}

/** Presses the keys that were held back, each when the focus is where the one before has moved it. */
async function pressAll(early: RefObject<string[] | null>): Promise<void> {
  const keys = early.current;
  // What Radix does with a key comes before this.
  await Promise.resolve();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve));
    // Closed meanwhile, and perhaps opened again.
    if (early.current !== keys) return;
    const key = keys?.shift();
    if (key === undefined) break;
    const press = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(press);
  }
  early.current = null;
}
