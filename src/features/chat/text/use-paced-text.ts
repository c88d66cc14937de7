import { useEffect, useMemo, useState } from "react";
import type { ReadableStore } from "#lib/store.ts";
import { type Pace, paceAt, paceWith, shownPart, startPace, stepMs } from "./pacing-rules.ts";

/** The paces of answers that are being shown, by their ids: the stored answer goes on where the stream was. */
const paces = new Map<string, Pace>();
/** What will forget the paces of answers that have just left the screen. */
const leaving = new Map<string, ReturnType<typeof setTimeout>>();

const lessMotion = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Whether text grows evenly. Readers who asked their system for less motion get it as it arrives. */
const isPaced = () => !(lessMotion?.matches ?? true);

/**
 * The part that is shown now of an answer. It grows evenly while it is written, and, once it is stored, on to the whole
 * text; one that was never shown growing is whole at once.
 * @param id Null for a text that never grows.
 * @param arriving All that has arrived; null once it is stored. Its changes alone draw nothing, so that a step costs one
 *   drawing and not two.
 * @param isHeld Whether the part stands still.
 */
export function useAnswerText(
  id: string | null,
  arriving: ReadableStore<string> | null,
  stored: string,
  isHeld: boolean,
): string {
  const isWhole = arriving === null;
  const whole = useMemo(() => ({ get: () => stored, subscribe: () => () => undefined }), [stored]);
  const part = usePacedText(id, arriving ?? whole, { isWhole, isHeld });
  if (!isWhole) return part;
  const isBehind = id !== null && isPaced() && paces.has(id) && stored.startsWith(part);
  return isBehind ? part : stored;
}

function usePacedText(
  id: string | null,
  source: ReadableStore<string>,
  { isWhole, isHeld }: { isWhole: boolean; isHeld: boolean },
): string {
  const [part, setPart] = useState(() => knownPart(id, source.get()));

  // A stored answer that takes the place of a growing one goes on with its pace; one whose chat is opened again later is
  // whole.
  useEffect(() => {
    if (id === null) return;
    clearTimeout(leaving.get(id));
    const forget = () => {
      leaving.delete(id);
      paces.delete(id);
    };
    return () => void leaving.set(id, setTimeout(forget));
  }, [id]);

  useEffect(() => {
    if (id === null || isHeld || (isWhole && !(isPaced() && paces.has(id)))) return;
    let text = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    let drawnAt = Number.NEGATIVE_INFINITY;
    const paceNow = () => paces.get(id) ?? startPace(text.length, performance.now());
    const drawInTime = () => {
      // Not with the next frame: what is changed in one is drawn only by the frame behind it.
      const wait = drawnAt + stepMs(paceNow()) - performance.now();
      timer ??= setTimeout(drawNow, Math.max(0, wait));
    };
    const drawNow = () => {
      timer = undefined;
      drawnAt = performance.now();
      const pace = paceAt(paceNow(), drawnAt);
      paces.set(id, pace);
      setPart(shownPart(text, pace));
      if (pace.shown < pace.arrived) drawInTime();
      else if (isWhole) paces.delete(id);
    };
    const onArrived = () => {
      const arrived = source.get();
      // The turn has ended: the stored answer goes on from here.
      if (arrived === "" && text !== "") return;
      text = arrived;
      if (!isPaced()) return setPart(text);
      paces.set(id, paceWith(paceNow(), text.length, isWhole, performance.now()));
      drawInTime();
    };
    onArrived();
    const unsubscribe = source.subscribe(onArrived);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [id, source, isWhole, isHeld]);
  return part;
}

function knownPart(id: string | null, text: string): string {
  const pace = id !== null && isPaced() ? paces.get(id) : undefined;
  return pace === undefined ? text : shownPart(text, pace);
}

/** Whether a text that is shown has not grown for so long. Null for one that does not grow. */
export function useHasPaused(text: string | null, milliseconds: number): boolean {
  const [paused, setPaused] = useState<string | null>(null);
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => setPaused(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return text !== null && paused === text;
}
