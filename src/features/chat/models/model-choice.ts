import { useQuery } from "@tanstack/react-query";
import { chatQuery } from "#features/chat/data/chat-query.ts";
import { HOME } from "#features/chat/drafts/draft-rules.ts";
import { createStore, useStore } from "#lib/store.ts";
import { DEFAULT_MODEL, type ModelId } from "#models";

/**
 * Models that were chosen and not yet sent, by place (a chat's id, or the home screen). A choice reaches the server
 * with the next message; until then only this page knows it.
 */
const choices = createStore<ReadonlyMap<string, ModelId>>(new Map());

/** Returns null when nothing was chosen at this place. */
export function chosenModel(place: string): ModelId | null {
  return choices.get().get(place) ?? null;
}

export function chooseModel(place: string, model: ModelId): void {
  choices.set(new Map(choices.get()).set(place, model));
}

/** Forgets a choice that the server has by now or that nobody needs. With a `model`, a later choice of another stays. */
export function forgetChoice(place: string, model: ModelId | null = chosenModel(place)): void {
  if (model === null || chosenModel(place) !== model) return;
  choices.set(new Map([...choices.get()].filter(([key]) => key !== place)));
}

/** Takes a choice from the home screen to the chat that it starts, or back when that chat could not be started. */
export function moveChoice(from: string, to: string): void {
  const model = chosenModel(from);
  if (model === null) return;
  forgetChoice(from);
  chooseModel(to, model);
}

/** The model that answers the next message in a chat, or in the chat that the home screen would start. */
export function useModel(userId: string | null, chatId: string | null): ModelId {
  const choice = useStore(choices, (all) => all.get(chatId ?? HOME));
  const chat = useQuery({
    ...chatQuery(userId ?? "", chatId ?? ""),
    enabled: userId !== null && chatId !== null,
  });
  return choice ?? chat.data?.model ?? DEFAULT_MODEL;
}
