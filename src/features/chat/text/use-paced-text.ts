import { useEffect, useRef, useState } from "react";
import {
  isCaughtUp,
  type Pace,
  paceAt,
  paceWith,
  shownPart,
  stalledAfter,
  stallNote,
  startPace,
} from "./pacing-rules.ts";

/** The paces of the answers that are being shown, by their ids: the stored answer goes on where the stream was. */
const paces = new Map<string, Pace>();

/** Text grows this often: each step costs the page a frame, and nobody reads faster. */
const DRAW_EVERY_MS = 66;

/** Whether text grows evenly. Readers who asked their system for less motion get it as it arrives. */
const isPaced = () =>
  !(globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true);

/**
 * The part of an answer's text that is shown now. It grows evenly to the whole text.
 * @param answerId Null for a text that is shown whole at once.
 * @param isWhole Whether `text` is the stored answer. One that was not being shown is shown whole at once.
 */
export function usePacedText(answerId: string | null, text: string, isWhole: boolean): string {
  const [part, setPart] = useState(() => {
    const pace = answerId === null ? undefined : paces.get(answerId);
    return pace === undefined ? text : shownPart(text, pace);
  });
  const drawnAt = useRef(0);

  useEffect(() => {
    if (answerId === null || !isPaced()) return;
    const known = paces.get(answerId);
    if (known === undefined && isWhole) return;
    const begun = known ?? startPace(text.length, performance.now());
    paces.set(answerId, paceWith(begun, text.length, isWhole, performance.now()));
    let timer: ReturnType<typeof setTimeout>;
    let frame = 0;
    const drawInTime = () => {
      const wait = drawnAt.current + DRAW_EVERY_MS - performance.now();
      timer = setTimeout(() => (frame = requestAnimationFrame(draw)), Math.max(0, wait));
    };
    const draw = () => {
      const pace = paceAt(paces.get(answerId) ?? begun, performance.now());
      paces.set(answerId, pace);
      drawnAt.current = performance.now();
      setPart(shownPart(text, pace));
      if (!isCaughtUp(pace)) drawInTime();
      else if (isWhole) paces.delete(answerId);
    };
    drawInTime();
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [answerId, text, isWhole]);

  const isBehind = answerId !== null && isPaced() && text.startsWith(part);
  return isBehind ? part : text;
}

/** What to say of an answer whose text has not grown for a while; null while it grows. */
export function useStallNote(text: string): string | null {
  const [stalled, setStalled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStalled(text), stalledAfter(text));
    return () => clearTimeout(timer);
  }, [text]);
  return stalled === text ? stallNote(text) : null;
}
