import { useEffect, useState } from "react";
import type { ReadableStore } from "#lib/store.ts";
import {
  isCaughtUp,
  type Pace,
  paceAt,
  paceWith,
  shownPart,
  stallOf,
  startPace,
  stepMs,
} from "./pacing-rules.ts";

/** The paces of answers that are being shown, by their ids: the stored answer goes on where the stream was. */
const paces = new Map<string, Pace>();
/** What will forget the paces of answers that have just left the screen. */
const leaving = new Map<string, ReturnType<typeof setTimeout>>();

const lessMotion = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
/** Longer than a step. */
const PAUSED_AFTER_MS = 500;

/** Whether text grows evenly. Readers who asked their system for less motion get it as it arrives. */
const isPaced = () => !(lessMotion?.matches ?? true);

/**
 * The part that is shown now of an answer that is being written. It grows evenly.
 * @param arriving All that has arrived. Its changes alone draw nothing, so that a step costs one drawing and not two.
 * @param isHeld Whether the part stands still.
 */
export function useGrowingText(id: string, arriving: ReadableStore<string>, isHeld: boolean) {
  const [part, setPart] = useState(() => knownPart(id, arriving.get()));
  usePaceKept(id);
  useEffect(() => {
    if (isHeld) return;
    const pacer = startPacer(id, setPart);
    const onArrived = () => pacer.arrive(arriving.get(), false);
    onArrived();
    const unsubscribe = arriving.subscribe(onArrived);
    return () => {
      unsubscribe();
      pacer.end();
    };
  }, [id, arriving, isHeld]);
  return part;
}

/**
 * The part that is shown now of a stored answer. If it was being shown while it was written, it grows on to the whole
 * text; else it is shown whole at once.
 * @param id Null for a text that never grows.
 */
export function useStoredText(id: string | null, text: string): string {
  const [part, setPart] = useState(() => (id === null ? text : knownPart(id, text)));
  usePaceKept(id);
  useEffect(() => {
    if (id === null || !isPaced() || !paces.has(id)) return;
    const pacer = startPacer(id, setPart);
    pacer.arrive(text, true);
    return pacer.end;
  }, [id, text]);
  const isBehind = id !== null && isPaced() && text.startsWith(part);
  return isBehind ? part : text;
}

/**
 * Keeps the pace of an answer while it is on the screen. A stored answer that takes the place of a growing one goes on with
 * it; one whose chat is opened again later is whole.
 */
function usePaceKept(id: string | null) {
  useEffect(() => {
    if (id === null) return;
    clearTimeout(leaving.get(id));
    const forget = () => {
      leaving.delete(id);
      paces.delete(id);
    };
    return () => void leaving.set(id, setTimeout(forget));
  }, [id]);
}

function knownPart(id: string, text: string): string {
  const pace = isPaced() ? paces.get(id) : undefined;
  return pace === undefined ? text : shownPart(text, pace);
}

/** Draws an answer evenly, until it is ended. */
function startPacer(id: string, draw: (part: string) => void) {
  let text = "";
  let isWhole = false;
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
    draw(shownPart(text, pace));
    if (!isCaughtUp(pace)) drawInTime();
    else if (isWhole) paces.delete(id);
  };
  return {
    arrive(arrived: string, isAll: boolean) {
      // The turn has ended: the stored answer goes on from here.
      if (arrived === "" && text !== "") return;
      [text, isWhole] = [arrived, isAll];
      if (isPaced()) {
        paces.set(id, paceWith(paceNow(), text.length, isWhole, performance.now()));
        drawInTime();
      } else draw(text);
    },
    end: () => clearTimeout(timer),
  };
}

/** Whether a text has not grown for a moment. */
export function useIsPaused(text: string): boolean {
  const [paused, setPaused] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused === text;
}

/** What to say of an answer whose text has not grown for a while; null while it grows. */
export function useStallNote(arriving: ReadableStore<string>): string | null {
  const [note, setNote] = useState<string | null>(null);
  useEffect(() => {
    let text: string | undefined;
    let isNoted = true;
    let timer: ReturnType<typeof setTimeout>;
    const onArrived = () => {
      const arrived = arriving.get();
      if (arrived === text) return;
      text = arrived;
      clearTimeout(timer);
      // To set what is set draws all the same.
      if (isNoted) setNote(null);
      isNoted = false;
      const { afterMs, note } = stallOf(arrived);
      timer = setTimeout(() => {
        isNoted = true;
        setNote(note);
      }, afterMs);
    };
    onArrived();
    const unsubscribe = arriving.subscribe(onArrived);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [arriving]);
  return note;
}
