import type { Attempt } from "#contract";
import type { ModelId } from "#models";
import { reasonOf } from "./failure-text-rules.ts";

/** What the database holds of a turn. */
export type StoredTurn = {
  readonly saved: boolean;
  readonly answered: boolean;
  readonly claim: string | null;
  readonly stopped: boolean;
  /** Why the newest attempt broke off, fit to show; null when it is not known. */
  readonly reason: string | null;
  /** What an attempt that broke off has left. */
  readonly text: string;
  /** The model that wrote that, where it was not the one that is asked now. */
  readonly writer: ModelId | null;
};

/** What the database holds of a question without the answer, by the attempt at it. */
export function storedTurnOf(attempt: Attempt | undefined, saved: boolean): StoredTurn {
  return {
    saved,
    answered: false,
    claim: attempt?.claimed_until ?? null,
    stopped: (attempt?.stopped_at ?? null) !== null,
    reason: attempt ? reasonOf(attempt) : null,
    text: attempt?.content ?? "",
    writer: attempt?.content_model ?? null,
  };
}
