import { type OutboxEntry, placeOf } from "#features/chat/drafts/draft-rules.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { putBack } from "./outgoing.ts";
import type { createSender, SenderOptions } from "./sender.ts";

let loaded: typeof createSender | undefined;

/** Fetches the code that sends. Until it is there, messages wait in the outbox. */
export const loadSender = (): Promise<typeof createSender> =>
  import("./sender.ts").then((module) => (loaded = module.createSender));

/**
 * Sends a message that was taken from its box: at once, or when the code that sends has arrived. Without that code the
 * message goes back.
 * @param opensChat Whether to go to the chat that it starts once the server has it.
 */
export function deliver(entry: OutboxEntry, options: SenderOptions, opensChat = false): void {
  const send = (create: typeof createSender) => create(options).deliver(entry, opensChat);
  if (loaded) return send(loaded);
  loadSender().then(send, () => {
    notify(NOTICES.sendFailed());
    putBack(options.userId, entry, placeOf(entry), false, options.navigate);
  });
}
