import { useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";
import { useLocation, useNavigate } from "react-router-dom";
import { Toaster as Sonner } from "sonner";
import { offerKeptUndo } from "#features/chat/chats/delete-chat.ts";
import { listen } from "#lib/listen.ts";
import { showNotices, UNDO_KEY } from "#lib/notices.ts";
import { useUserId } from "#lib/session.ts";
import { readJson } from "#lib/storage.ts";
import { keepInPlace, noticeFrame } from "./notice-frame.ts";
import {
  endFailures,
  endNotice,
  endOnOtherScreens,
  endUndo,
  hold,
  show,
} from "./shown-notices.tsx";
import "./toaster.css";

const TOASTER = "[data-sonner-toaster]";

/** Whether it happened in a notice. */
const isInside = ({ target }: Event) =>
  target instanceof Element && target.closest(TOASTER) !== null;

/** Ends failures when the person goes on: presses something, or Enter. */
function followSteps(): () => void {
  const onStep = (event: Event) => {
    const isStep =
      event instanceof KeyboardEvent
        ? event.key === "Enter"
        : event.target instanceof Element && event.target.closest("button, a, label") !== null;
    if (isStep && !isInside(event)) endFailures();
  };
  // Before the handlers of the page, which may show the next failure.
  return listen(document, ["click", "keydown"], onStep, { capture: true });
}

/**
 * Notices stay for as long as one of them has the focus. A button that is pressed there gives it back to where it was.
 * Sonner would give it back whenever it leaves a notice, so that Tab never got further: it does not hear of the focus.
 */
function followFocus(): () => void {
  let from: EventTarget | null = null;
  const onFocus = (event: FocusEvent) => {
    if (!isInside(event)) return;
    const isIn = event.type === "focusin";
    const { relatedTarget: other } = event;
    if (isIn && !(other instanceof Element && other.closest(TOASTER))) from = other;
    hold(isIn);
    event.stopPropagation();
  };
  const onPress = (event: Event) => {
    const isButton = event.target instanceof Element && event.target.closest("button") !== null;
    if (isButton && isInside(event) && from instanceof HTMLElement)
      from.focus({ preventScroll: true });
  };
  const stop = listen(document, ["focusin", "focusout"], onFocus, { capture: true });
  const stopPresses = listen(document, ["click"], onPress);
  return () => {
    stop();
    stopPresses();
  };
}

/** Offers again what could be undone before a reload, for as long as the same person is signed in. */
function useKeptUndo() {
  const navigate = useNavigate();
  const userId = useUserId();
  const offerAgain = useEffectEvent(() => {
    if (readJson(UNDO_KEY, "sessionStorage") === undefined) return;
    offerKeptUndo(userId, navigate);
  });
  useEffect(() => offerAgain(), []);
  useEffect(() => (userId === null ? undefined : endUndo), [userId]);
}

/** Shows every notice in the place that the page has for it. */
export function Toaster() {
  const { pathname } = useLocation();
  useEffect(keepInPlace, []);
  useEffect(() => showNotices({ show, end: endNotice }), []);
  useKeptUndo();
  useEffect(followSteps, []);
  useEffect(followFocus, []);
  useEffect(() => endOnOtherScreens(pathname), [pathname]);
  return createPortal(
    <Sonner
      position="bottom-center"
      visibleToasts={1}
      closeButton
      containerAriaLabel="Notices"
      toastOptions={{ unstyled: true, closeButtonAriaLabel: "Dismiss" }}
    />,
    noticeFrame,
  );
}
