import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { buttonClass } from "./button.tsx";
import { isComposing } from "./input-method.ts";
import { NoticePlace } from "./notice-place.tsx";
import { useBack } from "./use-back.ts";

/** What does not close a dialog or a drawer. */
const STAYS = {
  // Esc that ends the word of an input method. It keeps the browser from closing it, too.
  onEscapeKeyDown: (event: KeyboardEvent) => {
    if (isComposing(event)) event.preventDefault();
  },
};

/**
 * A modal dialog, open while it is rendered: Esc, the cross and a press beside it call `onClose`. Radix keeps the focus
 * inside. When it opens, `initialFocus` takes the focus, or else the first control.
 * Radix's Overlay is not used: by a style element it keeps the document from scrolling, which here never does. Only panes
 * scroll, and those lie under the backdrop.
 */
export function Dialog({
  onClose,
  title,
  description,
  actions,
  initialFocus,
  size = "medium",
  ignoresOutside = false,
  children,
}: {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  /** `sheet`: large, and on a phone the whole screen. */
  size?: "medium" | "large" | "sheet";
  /** Whether a press beside it does nothing. */
  ignoresOutside?: boolean;
  children?: ReactNode;
}) {
  const focus = useFocus(() => initialFocus?.current);
  useBack(onClose);
  const isSheet = size === "sheet";
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 grid animate-appear grid-cols-1 place-items-center overflow-y-auto overscroll-contain bg-backdrop p-4">
          <Radix.Content
            {...focus}
            {...STAYS}
            onInteractOutside={(event) => {
              if (ignoresOutside) event.preventDefault();
            }}
            {...(description == null && { "aria-describedby": undefined })}
            className={`relative w-full ${size === "medium" ? "max-w-md" : "max-w-2xl"} ${isSheet ? "max-sm:fixed max-sm:inset-0 max-sm:flex max-sm:flex-col max-sm:rounded-none! max-sm:border-0" : ""} animate-rise rounded-xl border border-line bg-surface-raised p-6 shadow-overlay outline-none sm:p-7`}
          >
            <Radix.Title className="pr-8 text-lg font-semibold tracking-tight">{title}</Radix.Title>
            {description != null && (
              <Radix.Description className="mt-2 text-[0.9375rem] text-ink-muted">
                {description}
              </Radix.Description>
            )}
            {children != null && (
              <div className={`mt-5 ${isSheet ? "max-sm:flex max-sm:grow max-sm:flex-col" : ""}`}>
                {children}
              </div>
            )}
            {actions != null && (
              <div className="mt-6 flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
                {actions}
              </div>
            )}
            <DialogClose className="absolute top-4 right-4" />
            <div className="pointer-events-none fixed inset-x-3 bottom-1.5">
              <NoticePlace />
            </div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A modal panel from the left edge, open while it is rendered: Esc and a tap beside it call `onClose`. */
export function Drawer({
  onClose,
  label,
  children,
}: {
  onClose: () => void;
  label: string;
  children: ReactNode;
}) {
  // The panel itself: a key meant for the page presses none of its buttons.
  const focus = useFocus((panel) => panel);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 animate-appear bg-backdrop">
          <Radix.Content
            {...focus}
            {...STAYS}
            aria-describedby={undefined}
            className="relative h-full w-sidebar max-w-[85vw] animate-slide bg-surface-sunken shadow-overlay outline-none [--foot-room:var(--notice-room,0px)]"
          >
            <Radix.Title className="sr-only">{label}</Radix.Title>
            <div className="contents">{children}</div>
            <DialogClose className="absolute top-7 right-2 z-10 -translate-y-1/2" />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The cross that closes a dialog or a drawer. `className` says where it stands. */
function DialogClose({ className }: { className: string }) {
  return (
    <Radix.Close
      aria-label="Close"
      title="Close"
      className={buttonClass({ variant: "ghost", size: "icon" }, `${className} text-ink-muted`)}
    >
      <X aria-hidden="true" className="size-[1.125rem]" />
    </Radix.Close>
  );
}

/** Behind any text. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * The focus of a Radix dialog without a trigger; in a field for a text, the cursor at its end. When it closes, the focus returns to where it was when it opened, unless
 * something else has taken it by then.
 * @param first Returns what takes the focus when it opens. Without it the first control does.
 */
function useFocus(first: (dialog: HTMLElement) => HTMLElement | null | undefined) {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    // A menu that was opened again while the code of the dialog came closes, and its button has the focus later.
    document.querySelector<HTMLElement>("[aria-haspopup=menu][aria-expanded=true]")?.focus();
    opener.current = document.activeElement;
  }, []);
  // As soon as it is there: Radix moves the focus some time later, and keys would go to the page until then.
  const [ref] = useState(() => (dialog: HTMLElement | null) => {
    const target = dialog && first(dialog);
    target?.focus();
    if (target instanceof HTMLTextAreaElement) target.setSelectionRange(LAST, LAST);
  });
  return {
    ref,
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const taken = document.activeElement !== null && document.activeElement !== document.body;
      if (!taken && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
