import * as Radix from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { DialogClose } from "./dialog-close.tsx";
import { useReturnFocus } from "./return-focus.ts";

/** A modal panel from the left edge, controlled by `open`: Esc and a tap beside it close it. */
export function Drawer({
  open,
  onOpenChange,
  label,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  children: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 animate-appear bg-backdrop">
          <Radix.Content
            {...returnFocus}
            onOpenAutoFocus={(event) => {
              returnFocus.onOpenAutoFocus();
              // The panel itself: a key meant for the page presses none of its buttons.
              event.preventDefault();
              if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
            }}
            aria-describedby={undefined}
            onEscapeKeyDown={(event) => {
              // Closes an open menu instead of the drawer. Preventing the default also keeps the browser from closing it.
              const { target } = event;
              const menu = target instanceof Element && target.closest<HTMLElement>("[popover]");
              if (!menu) return;
              event.preventDefault();
              menu.hidePopover();
            }}
            // A notice about something in the drawer is answered there.
            onInteractOutside={(event) => {
              const { target } = event;
              if (target instanceof Element && target.closest("[data-notices]"))
                event.preventDefault();
            }}
            className="h-full w-sidebar max-w-[85vw] animate-slide bg-surface-sunken shadow-overlay outline-none"
          >
            <Radix.Title className="sr-only">{label}</Radix.Title>
            {/* At its foot it leaves room for a notice, and nothing moves for it. */}
            <div className="h-[calc(100%-var(--notice-room,0px))] overflow-y-auto">
              <div className="relative h-[calc(100%+var(--notice-room,0px))]">
                {children}
                <DialogClose className="absolute top-2.5 right-2 z-10" />
              </div>
            </div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
