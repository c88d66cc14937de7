import type { Chat } from "#contract";
import { instant } from "#lib/timestamp.ts";

/** For chats, by their ids, up to which answer they were on the screen: a `last_answer_at`. */
export type SeenHere = ReadonlyMap<string, string>;

/** A moment as the endpoints take it, from either form in which the database gives it. */
export const isoMoment = (at: string) => at.replace(" ", "T").replace(/\+00(:00)?$/, "Z");

/** Whether a chat has an answer newer than what was seen of it, here or on any device. A question alone is no news. */
export function isUnseen(
  here: SeenHere,
  chat: Pick<Chat, "id" | "last_answer_at" | "seen_at">,
): boolean {
  const newest = instant(chat.last_answer_at);
  return newest > instant(chat.seen_at) && !(newest <= instant(here.get(chat.id)));
}
