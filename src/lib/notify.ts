import type { NOTICES } from "./notices.ts";
import { writeJson } from "./storage.ts";

/** What a notice offers with its button 'Undo'. */
export type Undo = {
  readonly press: () => void;
  /** For how many milliseconds. */
  readonly forMs: number;
  /** Is called when the notice has gone: its time is over, or it was pressed, dismissed or withdrawn. */
  readonly onGone: () => void;
};

export type Notice = {
  readonly title: string;
  readonly description?: string;
  readonly tone: "error" | "success";
  /** Offers 'Upgrade to Go'. */
  readonly upgrades?: true;
  /** Offers 'Undo', also on the next screen. */
  readonly undo?: Undo;
};

/** The name of a notice that needs nothing to be filled in. */
export type NoticeName = {
  [Name in keyof typeof NOTICES]: (typeof NOTICES)[Name] extends Notice | (() => Notice)
    ? Name
    : never;
}[keyof typeof NOTICES];

/** Where this tab keeps what its notices offer to undo, so that they are there again after a reload. */
export const UNDO_KEY = "undo";

/** Where this tab keeps the notices that nobody has seen while it reloads. */
export const WAITING_KEY = "notices";

type Wanted = Notice | NoticeName;
type Listener = (notice: Wanted) => void;

let listener: Listener | undefined;
const waiting: Wanted[] = [];
let onWaiting: (() => void) | undefined;
let onWithdrawal: Listener | undefined;

/**
 * Shows a notice to the person. What shows it is fetched when the first notice comes. Code of the first script names
 * its notice, so that the texts are fetched with what shows them.
 */
export function notify(notice: Wanted): void {
  if (listener) {
    listener(notice);
    return;
  }
  waiting.push(notice);
  onWaiting?.();
}

/** Keeps what waits over a reload. */
export const keepWaiting = () => writeJson(WAITING_KEY, waiting, "sessionStorage");

/** Ends a notice: what failed has succeeded, or is being tried again. */
export function withdraw(notice: Wanted): void {
  const index = waiting.indexOf(notice);
  if (index >= 0) waiting.splice(index, 1);
  onWithdrawal?.(notice);
}

/** Receives what is withdrawn. Returns a function that ends it. */
export function onWithdrawn(receive: Listener): () => void {
  onWithdrawal = receive;
  return () => {
    if (onWithdrawal === receive) onWithdrawal = undefined;
  };
}

/** Receives what is notified, and first what came before anyone listened. Returns a function that ends it. */
export function onNotify(receive: Listener): () => void {
  listener = receive;
  for (const notice of waiting.splice(0)) receive(notice);
  return () => {
    if (listener === receive) listener = undefined;
  };
}

/** Calls back when a notice waits for a listener: the moment to fetch one. */
export function onNoticeWaiting(call: () => void): () => void {
  onWaiting = call;
  if (waiting.length > 0) call();
  return () => {
    if (onWaiting === call) onWaiting = undefined;
  };
}
