import type { NavigateOptions, To } from "react-router-dom";
import {
  type WaitsFor,
  type CopySource,
  editPlace,
  HOME,
  nextOrder,
  type OutboxEntry,
  startsChatAt,
  withBox,
} from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { addToOutbox, findReturned, putIntoOutbox } from "#features/chat/drafts/outbox-rules.ts";
import { chooseModel, chosenModel, nextModel } from "#features/chat/models/model-choice.ts";
import type { AskedModels } from "#features/chat/models/model-rules.ts";
import { paths } from "#lib/paths.ts";
import type { ModelId } from "#models";
import { newId } from "#new-id";

/**
 * Takes a message out of its box, for `deliver` to send. It stays in the outbox until the server has it.
 * @param place A chat's id, or `HOME`, from where it starts a chat.
 * @param how `models`: who is asked, where it is not the chosen model. `waitsFor`: what it waits for; null where it is
 * sent now. `isTyped`: false for what no box holds.
 */
export function takeFromBox(
  userId: string,
  place: string,
  content: string,
  {
    models,
    waitsFor = null,
    isTyped = true,
  }: { models?: AskedModels | undefined; waitsFor?: WaitsFor | null; isTyped?: boolean } = {},
): OutboxEntry {
  const drafts = draftStore(userId);
  const isHome = place === HOME;
  const chosen = isHome ? nextModel(userId) : chosenModel(userId, place);
  const [model = chosen, ...further] = models ?? [];
  const others = further.map((model) => ({ answerId: newId(), model }));
  const entry = take(
    userId,
    place,
    {
      chatId: isHome ? newId() : place,
      content,
      // One that waits does so when it is let go: until then another may come before it, or it may be taken back.
      startsChat: !waitsFor && startsChatAt(drafts.get(), place),
      model,
      waitsFor,
      ...(others.length > 0 && { others }),
    },
    isTyped,
  );
  if (isHome && waitsFor) drafts.change((all) => withBox(all, entry.chatId, { startsChat: true }));
  if (isHome && model !== null) {
    chooseModel(userId, HOME, null);
    chooseModel(userId, entry.chatId, model);
  }
  return entry;
}

/** Takes an edited message out of its box, for `deliver` to send: it begins a new chat. */
export function takeEdited(
  userId: string,
  from: CopySource,
  content: string,
  model: ModelId,
): OutboxEntry {
  const own = { chatId: newId(), content, startsChat: true, from, model, waitsFor: null };
  const entry = take(userId, editPlace(from), own);
  chooseModel(userId, entry.chatId, model);
  return entry;
}

/** A message that came back into its box, and has the same content now, keeps its ids. */
function take(
  userId: string,
  place: string,
  own: Omit<OutboxEntry, "messageId" | "answerId" | "order">,
  isTyped = true,
): OutboxEntry {
  const drafts = draftStore(userId);
  const { others: _, ...returned } = findReturned(drafts.get(), place, own.content) ?? own;
  const { model, startsChat, waitsFor } = own;
  const ids = { messageId: newId(), answerId: newId(), order: nextOrder(drafts.get()) };
  const entry = { ...ids, ...own, ...returned, model, startsChat, waitsFor };
  drafts.change((all) => (isTyped ? addToOutbox(all, place, entry) : putIntoOutbox(all, [entry])));
  return entry;
}

/** Where the person goes whose message came back: home, or to the dialog in which they edited it. */
export function wayBack(from: CopySource | undefined): [To, NavigateOptions] {
  if (from === undefined) return [paths.home, { replace: true }];
  const { chatId, messageId } = from;
  const state = { edited: messageId };
  return [
    { pathname: paths.chat(chatId), hash: messageId },
    { replace: true, state },
  ];
}
