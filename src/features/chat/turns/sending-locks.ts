const lockOf = (messageId: string) => `sending:${messageId}`;

/** Lets the other tabs of this browser know that a message is being sent from here, until `sent` is settled. */
export function holdWhileSent(messageId: string, sent: Promise<unknown>): void {
  const hold = () => sent.catch(() => undefined);
  navigator.locks?.request(lockOf(messageId), { mode: "shared" }, hold).catch(() => undefined);
}

/** Whether a tab of this browser is sending a message. That tab takes care of it. False where browsers cannot tell. */
export async function isBeingSent(messageId: string): Promise<boolean> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return held.some(({ name }) => name === lockOf(messageId));
}
