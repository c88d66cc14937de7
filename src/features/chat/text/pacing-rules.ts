import { lettersOf } from "#text-rules";

/** How far the shown text of an answer is behind what has arrived. Times are monotonic milliseconds. */
export type Pace = {
  /** When this was true. */
  readonly at: number;
  /** How many characters were shown then; not always a whole number. */
  readonly shown: number;
  /** How many have arrived. */
  readonly arrived: number;
  /** Characters shown in a millisecond. */
  readonly rate: number;
};

/** Text is shown at most this long after it has arrived. */
const BEHIND_MS = 800;
/** After the last piece, the rest is shown within this time. */
const REST_MS = 300;
/** Words up to this length are shown whole. */
const LONGEST_WORD = 16;

/** The pace of an answer of which `arrived` characters are shown already. */
export function startPace(arrived: number, now: number): Pace {
  return { at: now, shown: arrived, arrived, rate: 0 };
}

/** The pace at a later time. */
export function paceAt(pace: Pace, now: number): Pace {
  const shown = Math.min(pace.arrived, pace.shown + pace.rate * Math.max(0, now - pace.at));
  return { ...pace, at: now, shown };
}

/**
 * The pace when more has arrived. It never slows down while something is left to show, so that whatever has arrived is
 * shown in time.
 * @param isWhole Whether this is all of the answer.
 */
export function paceWith(pace: Pace, arrived: number, isWhole: boolean, now: number): Pace {
  const { shown, rate: before } = paceAt(pace, now);
  const needed = (arrived - shown) / (isWhole ? REST_MS : BEHIND_MS);
  const rate = shown >= pace.arrived ? needed : Math.max(before, needed);
  return { at: now, shown: Math.min(shown, arrived), arrived, rate };
}

/** Text grows this often: each step costs the page two frames, because the pane is scrolled by it. */
const STEP_MS = 66;
/** As often where it comes several times as fast as anybody reads: steps of a line or two. */
const FAST_STEP_MS = 150;
const FAST_RATE = 0.8;

/** The milliseconds from one step of the shown text to the next. */
export function stepMs({ rate }: Pace): number {
  return rate >= FAST_RATE ? FAST_STEP_MS : STEP_MS;
}

/** The part of the text that is shown: up to the end of a word, never half a character. */
export function shownPart(text: string, { shown }: Pace): string {
  const count = Math.ceil(shown);
  if (count === 0 || count >= text.length) return text.slice(0, count);
  const rest = text.slice(count, count + LONGEST_WORD);
  const word = rest.search(rest.length < LONGEST_WORD ? /\s|$/ : /\s/);
  return text.slice(0, word === -1 ? endOfCharacter(text, count) : count + word);
}

function endOfCharacter(text: string, count: number): number {
  const { index = 0, segment = "" } = lettersOf(text).containing(count - 1) ?? {};
  return index + segment.length;
}

/** Text that has not grown for so long pauses. Longer than a step. */
export const PAUSED_AFTER_MS = 500;

/** Silence for this long is told to the reader, in these words. Before the first text models think, often for a while. */
const QUIET = { afterMs: 10_000, note: "The reply has paused. It may still go on." };
const THINKING = { afterMs: 20_000, note: "This is taking longer than usual." };

/** When an answer is called stalled, in milliseconds without text, and what is said below it. */
export const stallOf = (text: string) => (text === "" ? THINKING : QUIET);
