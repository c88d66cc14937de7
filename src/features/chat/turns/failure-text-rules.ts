import type { LimitSpan } from "#features/chat/messages-left/limit-reason-rules.ts";
import type { FailureCode } from "#lib/functions-client.ts";

/** Why a reply broke off whose question was there and is not any more. */
export const GONE = "This chat was deleted before the reply was complete.";

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
