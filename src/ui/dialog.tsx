import * as Radix from "@radix-ui/react-dialog";
import type { ReactNode, RefObject } from "react";
import { DialogClose } from "./dialog-close.tsx";
import { useReturnFocus } from "./return-focus.ts";

/**
 * A modal dialog, controlled by `open`. Radix keeps the focus inside, closes on Esc and returns the focus. When it opens,
 * `initialFocus` takes the focus, or else the first control.
 * Radix's Overlay is not used: it writes a style element into the page, which the content security policy forbids.
 * Imported lazily by pages that are part of the first load.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  actions,
  initialFocus,
  size = "medium",
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  size?: "medium" | "large";
  children?: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 grid animate-appear grid-cols-1 place-items-center overflow-y-auto overscroll-contain bg-backdrop p-4">
          <Radix.Content
            {...returnFocus}
            onOpenAutoFocus={(event) => {
              returnFocus.onOpenAutoFocus();
              if (!initialFocus?.current) return;
              event.preventDefault();
              initialFocus.current.focus();
            }}
            {...(description == null && { "aria-describedby": undefined })}
            className={`relative w-full ${size === "large" ? "max-w-2xl" : "max-w-md"} animate-rise rounded-xl border border-line bg-surface-raised p-6 shadow-overlay outline-none sm:p-7`}
          >
            <Radix.Title className="pr-8 text-lg font-semibold tracking-tight">{title}</Radix.Title>
            {description != null && (
              <Radix.Description className="mt-2 text-[0.9375rem] text-ink-muted">
                {description}
              </Radix.Description>
            )}
            {children != null && <div className="mt-5">{children}</div>}
            {actions != null && (
              <div className="mt-6 flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
                {actions}
              </div>
            )}
            <DialogClose className="absolute top-4 right-4" />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
