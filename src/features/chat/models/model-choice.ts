import { DEFAULT_MODEL, type ModelId } from "#models";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { chatQuery } from "#features/chat/data/chat-query.ts";
import { HOME } from "#features/chat/drafts/draft-rules.ts";

// A choice counts from the next message on (DESIGN 3.1). Until then it is known to this page only.
const choices = new Map<string, ModelId>();
const listeners = new Set<() => void>();

/** The model chosen at a place (a chat's id, or the home screen) and not yet sent; null when none was. */
export function chosenModel(place: string): ModelId | null {
  return choices.get(place) ?? null;
}

export function chooseModel(place: string, model: ModelId): void {
  choices.set(place, model);
  changed();
}

/** The server has the choice, or nobody needs it any more. A later choice stays. */
export function forgetChoice(place: string, model: ModelId | null = chosenModel(place)): void {
  if (choices.get(place) === model && choices.delete(place)) changed();
}

/** The choice goes along when the home screen starts a chat, and back when that chat could not be started. */
export function moveChoice(from: string, to: string): void {
  const model = chosenModel(from);
  if (model === null) return;
  choices.delete(from);
  chooseModel(to, model);
}

function changed() {
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The model that will answer next: in a chat, or in the one that the home screen would start. */
export function useModel(userId: string | null, chatId: string | null): ModelId {
  const choice = useSyncExternalStore(subscribe, () => chosenModel(chatId ?? HOME));
  const chat = useQuery({
    ...chatQuery(userId ?? "", chatId ?? ""),
    enabled: userId !== null && chatId !== null,
  });
  return choice ?? chat.data?.model ?? DEFAULT_MODEL;
}
