/** Before this, what is left is a guess. */
const SETTLED_MS = 2_000;

/** How far an export or an import is. */
export type Progressing = {
  /** How many messages are done; there may be more than were counted. */
  readonly done: number;
  /** How many messages there are; null while they are not counted. */
  readonly total: number | null;
  readonly elapsedMs: number;
};

/** How long it still takes, in words; null while that is not known. */
export function timeLeft({ done, total, elapsedMs }: Progressing): string | null {
  if (total === null || done === 0 || elapsedMs < SETTLED_MS) return null;
  const seconds = Math.ceil(((elapsedMs / done) * Math.max(0, total - done)) / 1000);
  if (seconds < 5) return "A few seconds left";
  if (seconds < 60) return `About ${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "About a minute left" : `About ${minutes} minutes left`;
}
