import type { Turn } from "./turn.ts";
import { writtenSoFar } from "./turn-flow.ts";

const NO_TURNS: readonly Turn[] = [];

/**
 * Holds turns and tells who is interested: once for every change of a turn's state, and once a picture for text that
 * only grew, so that a list of messages is not drawn again with each piece of a reply (DESIGN 7).
 * @param nextPicture Runs its argument when the page should show text that grew.
 */
export function createTurnStore(nextPicture: (paint: () => void) => void) {
  const turns = new Map<string, Turn>();
  const byChat = new Map<string, readonly Turn[]>();
  const listeners = new Set<() => void>();
  const textListeners = new Set<() => void>();
  let isPending = false;

  function changed(chatId: string) {
    const list = [...turns.values()].filter((turn) => turn.chatId === chatId);
    if (list.length > 0) byChat.set(chatId, list);
    else byChat.delete(chatId);
    listeners.forEach((listener) => listener());
  }

  function textChanged() {
    if (isPending) return;
    isPending = true;
    nextPicture(() => {
      isPending = false;
      textListeners.forEach((listener) => listener());
    });
  }

  return {
    get: (id: string): Turn | undefined => turns.get(id),
    all: (): readonly Turn[] => [...turns.values()],
    /** The turns of a chat, the same list until one of their states changes. */
    inChat: (chatId: string): readonly Turn[] => byChat.get(chatId) ?? NO_TURNS,
    textOf: (id: string): string => {
      const turn = turns.get(id);
      return turn === undefined ? "" : writtenSoFar(turn.state);
    },
    put(turn: Turn) {
      const before = turns.get(turn.id);
      turns.set(turn.id, turn);
      const onlyText = before?.state.name === "streaming" && turn.state.name === "streaming";
      if (onlyText) textChanged();
      else changed(turn.chatId);
    },
    remove(id: string) {
      const turn = turns.get(id);
      if (turn !== undefined && turns.delete(id)) changed(turn.chatId);
    },
    subscribe: (listener: () => void) => subscribeTo(listeners, listener),
    subscribeToText: (listener: () => void) => subscribeTo(textListeners, listener),
  };
}

function subscribeTo(listeners: Set<() => void>, listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
