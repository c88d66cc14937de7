import type { MessagesLeft, TurnsLeft } from "#contract";
import { MODEL_IDS } from "#models";

/** What is kept of a person's limits; null while there is nothing to say of them. */
export type KeptLeft = {
  /** What is left of a limit of which nine tenths are used. */
  readonly near: MessagesLeft | null;
  /** What is left of the tighter limit, when it is not enough to ask all models. */
  readonly few: MessagesLeft | null;
} | null;

/** What to keep of what the server said. */
export function keptLeft({ count, until, near }: TurnsLeft): KeptLeft {
  const few = count < MODEL_IDS.length ? { count, until } : null;
  return near === null && few === null ? null : { near, few };
}

/** Reads what local storage holds, whatever stands there. */
export function parseLeft(stored: unknown): KeptLeft {
  if (typeof stored !== "object" || stored === null) return null;
  const near = "near" in stored ? parseOne(stored.near) : null;
  const few = "few" in stored ? parseOne(stored.few) : null;
  return near === null && few === null ? null : { near, few };
}

function parseOne(stored: unknown): MessagesLeft | null {
  if (typeof stored !== "object" || stored === null) return null;
  if (!("count" in stored && "until" in stored)) return null;
  const { count, until } = stored;
  return typeof count === "number" && typeof until === "string" ? { count, until } : null;
}
