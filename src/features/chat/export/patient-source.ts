import { NoSessionError } from "#lib/session.ts";
import type { ExportSource } from "./export-chats.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** What the patience of an export rests on. Tests give their own. */
export type Patience = {
  /** Whether a failure may pass by itself. */
  readonly mayPass: (error: unknown) => boolean;
  /** Ends early when the network is back, and throws when the export was cancelled. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Is told when an export begins to wait, and when it goes on. */
  readonly onWaiting: (isWaiting: boolean) => void;
};

/** The same source, whose reads are tried again until they succeed: an export goes on where it was. */
export function patientSource(source: ExportSource, patience: Patience): ExportSource {
  const tried =
    <Args extends readonly unknown[], Rows>(read: (...args: Args) => Promise<Rows>) =>
    async (...args: Args): Promise<Rows> => {
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
        try {
          const rows = await read(...args);
          patience.onWaiting(false);
          return rows;
        } catch (error) {
          if (!patience.mayPass(error)) throw error;
          patience.onWaiting(true);
          await patience.wait(wait);
        }
      }
    };
  return {
    chats: tried(source.chats),
    messages: tried(source.messages),
    outlines: tried(source.outlines),
    messagesOf: tried(source.messagesOf),
  };
}

/** Of what the database refuses, these are refused again however often they are asked. */
const REFUSED = /^(?:22|42|PT4|PGRST[12])/;

/** Whether a failed read may succeed later: the network, a busy server, a session that is being renewed. */
export function mayPass(error: unknown): boolean {
  if (error instanceof NoSessionError) return false;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code !== "string" || !REFUSED.test(code);
}
