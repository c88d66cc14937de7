import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";

/** What one tab tells the others: it is sending this message of this person. */
type Sending = { readonly userId: string; readonly entry: OutboxEntry };

const LOCK = "sending:";

// One channel for both directions: a channel does not receive its own messages.
let opened: BroadcastChannel | undefined;
const channel = () => (opened ??= new BroadcastChannel("sending"));

/**
 * Lets the other tabs of this browser know that a message is being sent from here, until `sent` is settled.
 * @param isStored Whether the server holds it already, and an answer is asked for.
 */
export function holdWhileSent(sending: Sending, isStored: boolean, sent: Promise<unknown>): void {
  const hold = () => {
    if (!isStored) channel().postMessage(sending);
    return sent.catch(() => undefined);
  };
  const name = LOCK + sending.entry.messageId;
  navigator.locks?.request(name, { mode: "shared" }, hold).catch(() => undefined);
}

/**
 * The ids of the messages that tabs of this browser are sending. Those tabs take care of them. None where browsers cannot
 * tell.
 */
export async function messagesBeingSent(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  const names = held.flatMap(({ name }) => name ?? []).filter((name) => name.startsWith(LOCK));
  return new Set(names.map((name) => name.slice(LOCK.length)));
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
