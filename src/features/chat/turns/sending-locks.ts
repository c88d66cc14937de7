import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";

// A tab holds a lock with an answer's name while it asks for it, until the stream ends. So the tabs of a browser know what is
// being sent, and how many streams there are.

/** Over HTTP/1.1 a browser has six connections to a host. Four replies may hold one each; two are for everything else. */
const STREAMS_AT_MOST = 4;
const LOCK = "sending:";

type Locks = Pick<LockManager, "request" | "query">;

/** What one tab tells the others: it is sending this message of this person. */
type Sending = { readonly userId: string; readonly entry: OutboxEntry };

// One channel for both directions: a channel does not receive its own messages.
let opened: BroadcastChannel | undefined;
const channel = () => (opened ??= new BroadcastChannel("sending"));

/** The ids of the answers that tabs of this browser stream, or have asked for. None where browsers cannot tell. */
export async function answersBeingSent(
  locks: Locks | undefined = navigator.locks,
): Promise<readonly string[]> {
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
  const names = held.flatMap(({ name }) => name ?? []).filter((name) => name.startsWith(LOCK));
  return names.map((name) => name.slice(LOCK.length));
}

/**
 * Lets a tab stream replies, and leaves its oldest one when the browser has too many. A reply that was left is written
 * on, and read from the database.
 * @param locks Shared by the tabs; undefined where the browser has none. Each tab then keeps its own streams.
 */
export function createOpenStreams(locks: Locks | undefined) {
  const accepted = new Set<AbortController>();

  async function leaveOldest() {
    const sent = await answersBeingSent(locks);
    const [oldest] = accepted;
    if (oldest === undefined || sent.length <= STREAMS_AT_MOST) return;
    accepted.delete(oldest);
    oldest.abort();
  }

  /**
   * Runs a stream to its end, or until it is left.
   * @param isNew Whether it brings a message that the server does not hold yet, so that the other tabs show it.
   * @param leaving Its signal ends the stream.
   * @param stream Makes the request, and calls `accept` when the server holds the question.
   */
  return async function hold(
    sending: Sending,
    isNew: boolean,
    leaving: AbortController,
    stream: (accept: () => void) => Promise<void>,
  ): Promise<void> {
    const run = () => {
      if (isNew && locks !== undefined) channel().postMessage(sending);
      return stream(() => {
        accepted.add(leaving);
        if (locks !== undefined) void leaveOldest();
      });
    };
    try {
      const name = LOCK + sending.entry.answerId;
      await (locks === undefined ? run() : locks.request(name, { mode: "shared" }, run));
    } finally {
      accepted.delete(leaving);
    }
  };
}

/**
 * Lets one tab at a time send what waits in a chat.
 * @param waits Whether to wait for another tab that is at it. If not, nothing is sent while one is.
 * @param send What it returns ends when the message is no longer on its way.
 */
export function inTurn(
  chatId: string,
  waits: boolean,
  send: () => Promise<unknown> | undefined,
): void {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) void send();
  else void locks.request(`queue:${chatId}`, { ifAvailable: !waits }, (lock) => lock && send());
}

/** Calls back when another tab begins to send a message in a chat. Returns a function that ends it. */
export function onSentElsewhere(
  userId: string,
  chatId: string,
  call: (entry: OutboxEntry) => void,
): () => void {
  const onSending = ({ data }: MessageEvent<Sending>) => {
    if (data.userId === userId && data.entry.chatId === chatId) call(data.entry);
  };
  channel().addEventListener("message", onSending);
  return () => channel().removeEventListener("message", onSending);
}
