import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { buttonClass } from "./button.tsx";

/** The cross that closes a dialog or a drawer. `className` says where it stands. */
export function DialogClose({ className }: { className: string }) {
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
