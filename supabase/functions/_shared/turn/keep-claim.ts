import { type Backend, claimOf } from "../database/backend.ts";
import type { Begun, Outcome } from "../database/outcomes.ts";
import type { RequestLog } from "../request-log.ts";
import { CLAIM_RENEWAL_SECONDS, CLAIM_SECONDS } from "../time-limits.ts";

/** How long after its first text an answer gets its first piece. Whoever opens the chat just then waits for it. */
const FIRST_PIECE_MS = 1000;

/** Why an answer must not be written on. */
export type Cut = Exclude<Outcome<"renew_turn">, { outcome: "running" }>;

/**
 * Keeps the claim on an answer while it is written: renews it every few seconds, and once soon after the first text, one
 * call at a time. The same call writes the text that is new since the last one. A piece whose call failed is sent again as
 * it was, because it may have been stored.
 *
 * @param onCut hears, once, that the answer is stopped, stored, taken over or gone
 */
export function keepClaim(
  backend: Backend,
  turn: Begun,
  onCut: (cut: Cut) => void,
  requestLog: RequestLog,
) {
  let unwritten = "";
  /** The pieces of a claim are counted from 1 on. */
  let position = 0;
  let piece: { p_position: number; p_piece: string } | undefined;
  let renewing = false;
  let again = false;
  let closed = false;

  const renewOnce = async () => {
    if (piece === undefined && unwritten !== "") {
      position += 1;
      piece = { p_position: position, p_piece: unwritten };
      unwritten = "";
    }
    const claim = { ...claimOf(turn), p_lease: `${CLAIM_SECONDS} seconds` };
    const outcome = await backend
      .call("renew_turn", { ...claim, ...piece })
      .catch(requestLog.addSurvived);
    if (!outcome) return;
    piece = undefined;
    if (outcome.outcome === "running" || closed) return;
    close();
    onCut(outcome);
  };
  const renew = () => {
    again = renewing;
    if (renewing || closed) return;
    renewing = true;
    void renewOnce().finally(() => {
      renewing = false;
      if (again) renew();
    });
  };
  const tick = () => {
    if (!renewing) renew();
  };
  const timer = setInterval(tick, CLAIM_RENEWAL_SECONDS * 1000);
  let first: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    closed = true;
    clearInterval(timer);
    clearTimeout(first);
  };

  return {
    /** Adds text to the answer; it is written for other pages with the next renewal. */
    add: (text: string) => {
      unwritten += text;
      first ??= setTimeout(tick, FIRST_PIECE_MS);
    },
    /** Renews at once, or right after the renewal that is on its way. */
    renew,
    /** Ends the renewals. */
    close,
  };
}
