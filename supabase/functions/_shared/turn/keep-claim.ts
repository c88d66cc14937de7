import type { Backend } from "../database/backend.ts";
import type { Begun, RenewOutcome } from "../database/outcomes.ts";
import type { Piece } from "../database/turn-arguments.ts";
import type { RequestLog } from "../request-log.ts";
import { CLAIM_RENEWAL_SECONDS } from "../time-limits.ts";

/** How long after its first text an answer gets its first piece. Whoever opens the chat just then waits for it. */
const FIRST_PIECE_MS = 1000;

/** Why an answer is not to be written on. */
export type Cut = Exclude<RenewOutcome, { outcome: "running" }>;

export type Claim = {
  /** Adds text to the answer; it is written for other pages with the next renewal. */
  add: (text: string) => void;
  /** Renews at once, or right after the renewal that is on its way. */
  renew: () => void;
  /** Ends the renewals. */
  close: () => void;
};

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
  line: RequestLog,
): Claim {
  let unwritten = "";
  let piece: Piece | undefined;
  let position = 0;
  let renewing = false;
  let again = false;
  let closed = false;

  const nextPiece = (): Piece | undefined => {
    if (unwritten === "") return undefined;
    position += 1;
    const content = unwritten;
    unwritten = "";
    return { position, content };
  };
  const renewOnce = async () => {
    piece ??= nextPiece();
    const outcome = await backend.renewTurn(turn, piece).catch(line.addSurvived);
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
    add: (text) => {
      unwritten += text;
      first ??= setTimeout(tick, FIRST_PIECE_MS);
    },
    renew,
    close,
  };
}
