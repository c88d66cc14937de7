import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { Toaster as Sonner } from "sonner";
import { onNotice, onNoticeTakenBack } from "#lib/notices.ts";
import { endAtOtherPlaces, endFailures, endNotice, hold, show } from "./shown-notices.tsx";

const TOAST =
  "pointer-events-auto flex w-full flex-wrap items-start gap-3 rounded-lg border border-line bg-surface-raised px-4 py-3.5 text-ink shadow-overlay";

const TOASTER = "[data-sonner-toaster]";

/** Whether it happened in a notice. */
const isInside = ({ target }: Event) =>
  target instanceof Element && target.closest(TOASTER) !== null;

/** Ends failures when the person goes on: presses something, or Enter. */
function followSteps(): () => void {
  const onClick = (event: Event) => {
    const pressed = event.target instanceof Element && event.target.closest("button, a, label");
    if (pressed && !isInside(event)) endFailures();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !isInside(event)) endFailures();
  };
  // Before the handlers of the page, which may show the next failure.
  document.addEventListener("click", onClick, true);
  document.addEventListener("keydown", onKeyDown, true);
  return () => {
    document.removeEventListener("click", onClick, true);
    document.removeEventListener("keydown", onKeyDown, true);
  };
}

/** Notices stay for as long as one of them has the focus. */
function followFocus(): () => void {
  const onFocus = (event: FocusEvent) => {
    if (isInside(event)) hold(event.type === "focusin");
  };
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onFocus);
  return () => {
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", onFocus);
  };
}

/** Shows every notice, below the header at the right, where no screen has a control. */
export function Toaster() {
  const { pathname } = useLocation();
  useEffect(() => onNotice(show), []);
  useEffect(() => onNoticeTakenBack(endNotice), []);
  useEffect(followSteps, []);
  useEffect(followFocus, []);
  useEffect(() => endAtOtherPlaces(pathname), [pathname]);
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
          content: "min-w-0 flex-1",
          closeButton:
            "order-last -mt-1 -mr-2 grid size-8 shrink-0 place-items-center rounded-full text-ink-muted hover:bg-hover pointer-coarse:size-11 [&_svg]:size-3.5",
        },
      }}
    />
  );
}
