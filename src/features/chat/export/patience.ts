import { NoSessionError } from "#lib/session.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** What an export waits for: a connection, or a server that answers and does not give what it is asked for. */
export type Awaited = "connection" | "server";

/** Makes a read, and returns what it gave. */
export type Reader = <Rows>(read: () => Promise<Rows>) => Promise<Rows>;

/**
 * Tries each read again until it succeeds: an export goes on where it was.
 * @param wait Ends early when the network is back, and throws when the export was cancelled.
 * @param onWaiting Is told what an export begins to wait for, and null when it goes on.
 */
export function patientReader(
  wait: (milliseconds: number) => Promise<void>,
  onWaiting: (awaited: Awaited | null) => void,
): Reader {
  return async (read) => {
    for (let pause = FIRST_WAIT_MS; ; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
      try {
        const rows = await read();
        onWaiting(null);
        return rows;
      } catch (error) {
        const awaited = passesWith(error);
        if (awaited === null) throw error;
        onWaiting(awaited);
        await wait(pause);
      }
    }
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
