import { flushSync } from "react-dom";
import type { NavigateFunction, NavigateOptions, To } from "react-router-dom";
import {
  HOME,
  type OtherAnswer,
  type OutboxEntry,
  type QueueMark,
} from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { addToOutbox, findReturned, returnToBox } from "#features/chat/drafts/outbox-rules.ts";
import { chosenModel, nextModel, takeChoice } from "#features/chat/models/model-choice.ts";
import type { AskedModels } from "#features/chat/models/model-rules.ts";
import { paths } from "#lib/paths.ts";
import { newId } from "#new-id";

/** The messages that this page has taken from their boxes, by id. An earlier page's may be in the outbox too. */
const taken = new Set<string>();

/**
 * Takes a message out of its box, for `deliver` to send. It stays in the outbox until the server has it, and keeps the
 * ids of one that came back into this box with the same content.
 * @param place A chat's id, or `HOME`, from where it starts a chat.
 * @param models Who is asked, where it is more than the chosen model.
 * @param isQueued Whether, and what for, it waits.
 */
export function takeFromBox(
  userId: string,
  place: string,
  content: string,
  models?: AskedModels,
  isQueued: QueueMark | false = false,
): OutboxEntry {
  const drafts = draftStore(userId);
  const startsChat = place === HOME;
  const chatId = startsChat ? newId() : place;
  const chosen = startsChat ? nextModel(userId) : chosenModel(userId, place);
  const [model = chosen, ...further] = models ?? [];
  const { others: _, ...returned } = findReturned(drafts.get(), place, content) ?? {};
  const others = further.map((model): OtherAnswer => ({ answerId: newId(), model }));
  const own = { messageId: newId(), answerId: newId() };
  const entry: OutboxEntry = {
    ...own,
    chatId,
    content,
    startsChat,
    ...returned,
    model,
    ...(others.length > 0 && { others }),
    ...(isQueued && { isQueued }),
  };
  taken.add(entry.messageId);
  drafts.change((all) => addToOutbox(all, place, entry), "now");
  if (startsChat && model !== null) takeChoice(userId, entry.chatId, model);
  return entry;
}

/** Whether this page, and not an earlier one, took a message from its box. */
export function isTakenHere({ messageId }: OutboxEntry): boolean {
  return taken.has(messageId);
}

/**
 * Puts a message back into a box. Leaves the chat that it should have started, at once: the next key belongs to the
 * box where the way leads.
 * @param keepsIds Whether it keeps its ids when it is sent again unchanged.
 */
export function putBack(
  userId: string,
  entry: OutboxEntry,
  place: string,
  keepsIds: boolean,
  navigate: NavigateFunction,
  [to, options]: [To, NavigateOptions?] = [paths.home],
): void {
  draftStore(userId).change((all) => returnToBox(all, place, entry, keepsIds), "now");
  if (entry.startsChat && location.pathname === paths.chat(entry.chatId)) {
    flushSync(() => void navigate(to, { ...options, replace: true }));
  }
}
