import * as Radix from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
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
            aria-describedby={undefined}
            className="h-full w-sidebar max-w-[85vw] animate-slide bg-surface-sunken shadow-overlay outline-none"
          >
            <Radix.Title className="sr-only">{label}</Radix.Title>
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
