import { useQuery } from "@tanstack/react-query";
import { chatQuery } from "#features/chat/data/chat-query.ts";
import { HOME, modelAt, withModel } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { useStore } from "#lib/store.ts";
import { DEFAULT_MODEL, type ModelId } from "#models";

// A chosen model is kept with the draft of its place (a chat's id, or the home screen). It reaches the server with the
// next message; until then only this browser knows it.

/** Returns null when nothing was chosen at this place. */
export function chosenModel(userId: string | null, place: string): ModelId | null {
  return modelAt(draftStore(userId).get(), place);
}

/** Null forgets the choice. */
export function chooseModel(userId: string | null, place: string, model: ModelId | null): void {
  draftStore(userId).change((drafts) => withModel(drafts, place, model), "now");
}

/** Forgets a choice that the server has by now. A later choice of another model stays. */
export function forgetChoice(userId: string, place: string, model: ModelId): void {
  if (chosenModel(userId, place) === model) chooseModel(userId, place, null);
}

/** Takes a choice from the home screen to the chat that it starts. */
export function moveChoice(userId: string, from: string, to: string): void {
  const model = chosenModel(userId, from);
  if (model === null) return;
  chooseModel(userId, from, null);
  chooseModel(userId, to, model);
}

/** The model that answers the next message in a chat, or in the chat that the home screen would start. */
export function useModel(userId: string | null, chatId: string | null): ModelId {
  const choice = useStore(draftStore(userId), (drafts) => modelAt(drafts, chatId ?? HOME));
  const chat = useQuery({
    ...chatQuery(userId ?? "", chatId ?? ""),
    enabled: userId !== null && chatId !== null,
  });
  return choice ?? chat.data?.model ?? DEFAULT_MODEL;
}
