import type { NavigateOptions, To } from "react-router-dom";
import { type CopySource, editPlace, type OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { addToOutbox, findReturned } from "#features/chat/drafts/outbox-rules.ts";
import { chooseModel } from "#features/chat/models/model-choice.ts";
import { paths } from "#lib/paths.ts";
import type { ModelId } from "#models";
import { newId } from "#new-id";

/**
 * Takes an edited message, for `deliver` to send: it begins a new chat. It stays in the outbox until the server has it,
 * and keeps the ids of one that came back with the same content.
 */
export function takeEdited(
  userId: string,
  from: CopySource,
  content: string,
  model: ModelId,
): OutboxEntry {
  const drafts = draftStore(userId);
  const place = editPlace(from);
  const returned = findReturned(drafts.get(), place, content);
  const own = {
    messageId: newId(),
    answerId: newId(),
    chatId: newId(),
    content,
  };
  const entry: OutboxEntry = { ...own, startsChat: true, from, ...returned, model };
  drafts.change((all) => addToOutbox(all, place, entry), "now");
  chooseModel(userId, entry.chatId, model);
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
