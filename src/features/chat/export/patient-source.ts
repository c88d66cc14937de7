import { NoSessionError } from "#lib/session.ts";
import type { ExportSource } from "./export-chats.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** What an export waits for: a connection, or a server that answers and does not give what it is asked for. */
export type Awaited = "connection" | "server";

/** What the patience of an export rests on. Tests give their own. */
export type Patience = {
  /** What a failure may pass by; null where it does not pass by itself. */
  readonly passesWith: (error: unknown) => Awaited | null;
  /** Ends early when the network is back, and throws when the export was cancelled. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Is told what an export begins to wait for, and null when it goes on. */
  readonly onWaiting: (awaited: Awaited | null) => void;
};

/** The same source, whose reads are tried again until they succeed: an export goes on where it was. */
export function patientSource(source: ExportSource, patience: Patience): ExportSource {
  const tried =
    <Args extends readonly unknown[], Rows>(read: (...args: Args) => Promise<Rows>) =>
    async (...args: Args): Promise<Rows> => {
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
        try {
          const rows = await read(...args);
          patience.onWaiting(null);
          return rows;
        } catch (error) {
          const awaited = patience.passesWith(error);
          if (awaited === null) throw error;
          patience.onWaiting(awaited);
          await patience.wait(wait);
        }
      }
    };
  return {
    chats: tried(source.chats),
    messages: tried(source.messages),
    messagesOf: tried(source.messagesOf),
  };
}

/** Of what the database refuses, these are refused again however often they are asked. */
const REFUSED = /^(?:22|42|PT4|PGRST[12])/;

/** What a failed read may succeed with later; null where it is refused for good. */
export function passesWith(error: unknown): Awaited | null {
  if (error instanceof NoSessionError) return null;
  const { name, code, status } = error as { name?: unknown; code?: unknown; status?: unknown };
  const isAnswered = name === "PostgrestError" || (typeof status === "number" && status > 0);
  if (!isAnswered) return "connection";
  // What stands in front of the database has the status for a code.
  const isRefused =
    typeof code === "number"
      ? code < 500 && code !== 408 && code !== 429
      : REFUSED.test(String(code));
  return isRefused ? null : "server";
}
