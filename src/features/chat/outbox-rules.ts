import { type Drafts, joinTexts, type Outgoing, textAt, withText } from "./draft-rules.ts";

/** The text leaves its box and is on its way; it stays stored until the server has it. */
export function sent(drafts: Drafts, place: string, outgoing: Outgoing): Drafts {
  const { outbox } = arrived(drafts, outgoing.messageId);
  return withText({ ...drafts, outbox: [...outbox, outgoing] }, place, "");
}

/** The server has the message, or it is given up. */
export function arrived(drafts: Drafts, messageId: string): Drafts {
  const outbox = drafts.outbox.filter((outgoing) => outgoing.messageId !== messageId);
  return outbox.length === drafts.outbox.length ? drafts : { ...drafts, outbox };
}

/**
 * A message that was not taken goes back into its box, before anything typed there since. One that is not on its way
 * any more stays gone: its person has logged out meanwhile.
 */
export function givenBack(drafts: Drafts, place: string, outgoing: Outgoing): Drafts {
  if (drafts.outbox.every((entry) => entry.messageId !== outgoing.messageId)) return drafts;
  const joined = joinTexts(outgoing.text, textAt(drafts, place));
  return withText(arrived(drafts, outgoing.messageId), place, joined);
}

/** Everything of a chat that is gone. */
export function withoutPlace(drafts: Drafts, chatId: string): Drafts {
  const outbox = drafts.outbox.filter((outgoing) => outgoing.chatId !== chatId);
  return withText({ ...drafts, outbox }, chatId, "");
}
