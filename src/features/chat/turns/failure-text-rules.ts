import type { Attempt } from "#contract";
import type { LimitSpan } from "#features/chat/messages-left/limit-reason-rules.ts";
import type { FailureCode } from "#lib/functions-client.ts";
import { MODEL_LABELS, type ModelId } from "#models";

/** Why a reply broke off whose question was there and is not any more. */
export const GONE = "This chat was deleted before the reply was complete.";

/**
 * Why a reply broke off, for a page that did not hear the server's own text.
 * @param failure The code of the error as the database keeps it.
 */
function failureText(failure: string, model: ModelId): string {
  const label = MODEL_LABELS[model];
  if (failure === "timed_out") return `${label} took too long to answer. Please try again.`;
  if (failure === "model_unavailable") return `${label} is not available at the moment.`;
  if (failure === "gone") return GONE;
  return `${label} did not finish this reply. Please try again.`;
}

/**
 * Why an attempt broke off, in the words in which the person was told. What the database of an earlier version holds of
 * it does not say them. Null where nobody was told: its function was killed.
 */
export function reasonOf({ failure, failure_text, content, model }: Attempt): string | null {
  if (failure_text) return failure_text;
  return failure !== null && content ? failureText(failure, model) : null;
}

/** Why a turn failed. */
export type TurnFailure = {
  readonly reason: string;
  readonly retryable: boolean;
  /** Whether its chat was deleted meanwhile. It may come back. */
  readonly isGone?: true;
  /** Of a call that was refused by a limit: how long that lasts. */
  readonly limit?: LimitSpan;
};

/** What a turn keeps of a call that was refused or failed. */
export function turnFailureOf(call: TurnFailure & { readonly code: FailureCode }): TurnFailure {
  const { reason, retryable, code, limit } = call;
  return { reason, retryable, ...(code === "gone" && { isGone: true }), ...(limit && { limit }) };
}
