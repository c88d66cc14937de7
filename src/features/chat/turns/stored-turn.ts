import type { OpenAnswer } from "#contract";
import { isComing } from "#features/chat/data/open-answer-rules.ts";
import type { ModelId } from "#models";

/** What the database holds of a turn. */
export type StoredTurn = {
  readonly saved: boolean;
  readonly answered: boolean;
  readonly isRunning: boolean;
  readonly stopped: boolean;
  /** Why the answer broke off, fit to show; null when it is not known. */
  readonly reason: string | null;
  /** What was written of it. */
  readonly text: string;
  /** The model that wrote that, where it was not the one that is asked now. */
  readonly writer: ModelId | null;
};

/** What the database holds of a question without the answer, by what is open of it. */
export function storedTurnOf(openAnswer: OpenAnswer | undefined, saved: boolean): StoredTurn {
  const { status, reason = null, content, model, writer } = openAnswer ?? {};
  return {
    saved,
    answered: false,
    isRunning: openAnswer !== undefined && isComing(openAnswer),
    stopped: status === "stopped",
    reason,
    text: content ?? "",
    writer: content && writer && writer !== model ? writer : null,
  };
}
