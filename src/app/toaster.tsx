import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { onNotice } from "#lib/notices.ts";
import type { Notice } from "#lib/notify.ts";

const TOAST =
  "pointer-events-auto flex w-full items-start gap-3 rounded-lg border border-line bg-surface-raised px-4 py-3.5 text-ink shadow-overlay";

function show({ title, description, tone }: Notice): void {
  const options = description === undefined ? {} : { description };
  if (tone === "error") {
    toast.error(title, { ...options, duration: 8_000 });
    return;
  }
  // A success ends earlier errors.
  toast.dismiss();
  toast.success(title, { ...options, duration: 4_000 });
}

/** Shows every notice, below the header at the right, where no screen has a control. */
export function Toaster() {
  useEffect(() => onNotice(show), []);
  return (
    <Sonner
      position="top-right"
      offset={{ top: "4rem", right: "1rem" }}
      mobileOffset={{ top: "4rem", left: "0.75rem", right: "0.75rem" }}
      closeButton
      containerAriaLabel="Notices"
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: "Dismiss",
        classNames: {
          toast: TOAST,
          title: "font-medium leading-snug",
          description: "mt-0.5 text-sm text-ink-muted break-words",
          error: "[&_[data-icon]]:text-danger",
          success: "[&_[data-icon]]:text-success",
          icon: "mt-0.5 shrink-0",
          content: "min-w-0 grow",
          closeButton:
            "order-last -mt-1 -mr-2 grid size-8 shrink-0 place-items-center rounded-full text-ink-muted hover:bg-hover pointer-coarse:size-11 [&_svg]:size-3.5",
        },
      }}
    />
  );
}
