import { useQuery } from "@tanstack/react-query";
import { chatQuery } from "#features/chat/data/chat-queries.ts";
import { HOME, modelAt, startsChatAt, withBox } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { keptStore, useStore } from "#lib/store.ts";
import { DEFAULT_MODEL, MODEL_IDS, type ModelId } from "#models";

// A chosen model is kept with the draft of its place (a chat's id, or the home screen). It reaches the server with the
// next message; until then only this browser knows it. Choosing a model counts as using it.

/** Returns null when nothing was chosen at this place. */
export function chosenModel(userId: string | null, place: string): ModelId | null {
  return modelAt(draftStore(userId).get(), place);
}

/** Null forgets the choice. */
export function chooseModel(userId: string | null, place: string, model: ModelId | null): void {
  setModel(userId, place, model);
  if (model !== null) noteUse(userId, model);
}

/** The same where the person has chosen no model, but the chat goes on with another. */
export function setModel(userId: string | null, place: string, model: ModelId | null): void {
  draftStore(userId).change((drafts) => withBox(drafts, place, { model }));
}

/** Notes that a person has used a model: new chats begin with it. */
export function noteUse(userId: string | null, model: ModelId): void {
  lastModel(userId).change(() => model);
}

/** The model that the home screen's next chat begins with; null leaves it to the server, which takes the default. */
export function nextModel(userId: string | null): ModelId | null {
  return chosenModel(userId, HOME) ?? lastModel(userId).get();
}

/** Forgets a choice that the server has by now. A later choice of another model stays. */
export function forgetChoice(userId: string, place: string, model: ModelId): void {
  if (chosenModel(userId, place) === model) chooseModel(userId, place, null);
}

/** The model that answers the next message at a place. */
export function useModel(userId: string | null, place: string): ModelId {
  const choice = useStore(draftStore(userId), (drafts) => modelAt(drafts, place));
  const isToStart = useStore(draftStore(userId), (drafts) => startsChatAt(drafts, place));
  const lastUsed = useStore(lastModel(userId), (model) => model);
  const isHome = place === HOME;
  const chat = useQuery({
    ...chatQuery(userId ?? "", place),
    enabled: userId !== null && !isHome && !isToStart,
  });
  return choice ?? (isHome ? lastUsed : chat.data?.model) ?? DEFAULT_MODEL;
}

/**
 * The model that a person used last in this browser: chosen, or sent a message to. Null when they never did. Visitors
 * share one.
 */
const lastModel = (userId: string | null) =>
  keptStore(
    `last-model:${userId ?? "visitor"}`,
    (stored) => MODEL_IDS.find((id) => id === stored) ?? null,
  );
