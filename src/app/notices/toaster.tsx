import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router-dom";
import { Toaster as Sonner } from "sonner";
import { onNotice, onNoticeTakenBack } from "#lib/notices.ts";
import { keepInPlace } from "./place-notices.ts";
import { endOnOtherScreens, endFailures, endNotice, hold, show } from "./shown-notices.tsx";
import "./toaster.css";

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

/** Shows every notice: in the middle of the header, else above the box of a chat, else at the bottom. */
export function Toaster() {
  const { pathname } = useLocation();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => onNotice(show), []);
  useEffect(() => onNoticeTakenBack(endNotice), []);
  useEffect(followSteps, []);
  useEffect(followFocus, []);
  useEffect(() => (frame.current === null ? undefined : keepInPlace(frame.current)), []);
  useEffect(() => endOnOtherScreens(pathname), [pathname]);
  // Not inside the page, which is hidden from screen readers while a dialog is open.
  return createPortal(
    <div ref={frame} data-notices="foot">
      <Sonner
        position="bottom-center"
        visibleToasts={1}
        closeButton
        containerAriaLabel="Notices"
        toastOptions={{ unstyled: true, closeButtonAriaLabel: "Dismiss" }}
      />
    </div>,
    document.body,
  );
}
