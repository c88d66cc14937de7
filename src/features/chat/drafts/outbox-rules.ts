import {
  type Drafts,
  HOME,
  joinTexts,
  type Outgoing,
  placeOf,
  textAt,
  withText,
} from "./draft-rules.ts";

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
 * A message that was not taken goes back into its box, before anything typed there since, and with it what was typed
 * in the chat that it did not start. One that is not on its way any more stays gone: its person has logged out.
 * @param mayBeStored whether the server may hold it all the same
 */
export function givenBack(
  drafts: Drafts,
  place: string,
  outgoing: Outgoing,
  mayBeStored: boolean,
): Drafts {
  if (drafts.outbox.every((entry) => entry.messageId !== outgoing.messageId)) return drafts;
  const own = outgoing.startsChat ? movedHome(drafts, outgoing.chatId) : drafts;
  const joined = joinTexts(outgoing.text, textAt(own, place));
  const back = withText(arrived(own, outgoing.messageId), place, joined);
  return mayBeStored ? { ...back, returned: [...back.returned, outgoing] } : back;
}

/** The message that came back into a box, when exactly this text is sent from there again. */
export function returnedTo(drafts: Drafts, place: string, text: string): Outgoing | undefined {
  return drafts.returned.findLast((entry) => placeOf(entry) === place && entry.text === text);
}

/** What was typed in a chat that is not there goes to the home box. */
export function movedHome(drafts: Drafts, chatId: string): Drafts {
  const text = textAt(drafts, chatId);
  if (text === "") return drafts;
  return withText(withText(drafts, HOME, joinTexts(textAt(drafts, HOME), text)), chatId, "");
}

/** Everything of a chat that is gone. */
export function withoutPlace(drafts: Drafts, chatId: string): Drafts {
  const outbox = drafts.outbox.filter((outgoing) => outgoing.chatId !== chatId);
  return withText({ ...drafts, outbox }, chatId, "");
}
