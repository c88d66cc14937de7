/** Over HTTP/1.1 a browser has six connections to a host. Four replies may hold one each; two are for everything else. */
const STREAMS_AT_MOST = 4;
const NAME = "reply-stream";

type Locks = Pick<LockManager, "request" | "query">;

/**
 * Counts the streams of replies over all tabs of a browser, and leaves the oldest one of this tab when there are too
 * many. A reply that was left is written on, and read from the database.
 * @param locks Shared by the tabs; undefined where the browser has none. Each tab then keeps its own streams.
 */
export function createOpenStreams(locks: Locks | undefined) {
  const accepted = new Set<AbortController>();

  async function leaveOldest() {
    const held = (await locks?.query())?.held ?? [];
    const [oldest] = accepted;
    if (oldest === undefined) return;
    if (held.filter(({ name }) => name === NAME).length <= STREAMS_AT_MOST) return;
    accepted.delete(oldest);
    oldest.abort();
  }

  /**
   * Runs a stream to its end. Rejects when it is left.
   * @param stream Makes the request, and calls `accept` when the server holds the question.
   */
  return async function hold(
    signal: AbortSignal,
    stream: (within: AbortSignal, accept: () => void) => Promise<void>,
  ): Promise<void> {
    const leaving = new AbortController();
    const run = () =>
      stream(AbortSignal.any([signal, leaving.signal]), () => {
        accepted.add(leaving);
        void leaveOldest();
      });
    try {
      await (locks === undefined ? run() : locks.request(NAME, { mode: "shared" }, run));
    } finally {
      accepted.delete(leaving);
    }
  };
}
