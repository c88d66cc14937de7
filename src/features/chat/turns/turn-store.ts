import { createStore, type ReadableStore } from "#lib/store.ts";
import { answerSoFar } from "./turn-flow.ts";
import { isBeingStopped, type Turn } from "./turn-rules.ts";

export type TurnStore = {
  readonly get: (id: string) => Turn | undefined;
  readonly all: () => readonly Turn[];
  readonly put: (turn: Turn) => void;
  readonly remove: (id: string) => void;
  /** The turns of each chat. A chat's list stays the same until the state of one of its turns changes. */
  readonly byChat: ReadableStore<ReadonlyMap<string, readonly Turn[]>>;
  /** The text of each running answer, by turn. Text that only grew is published a little later. */
  readonly texts: ReadableStore<ReadonlyMap<string, string>>;
};

/**
 * Holds the turns of one person. A message list follows `byChat`, and only the answer that is being written follows
 * `texts`, so that the list is not rendered again for every piece of text.
 * @param schedule Runs its argument when the page should show text that grew.
 */
export function createTurnStore(schedule: (callback: () => void) => void): TurnStore {
  const turns = new Map<string, Turn>();
  const byChat = createStore<ReadonlyMap<string, readonly Turn[]>>(new Map());
  const texts = createStore<ReadonlyMap<string, string>>(new Map());
  let isScheduled = false;

  function publishChat(chatId: string) {
    const inChat = [...turns.values()].filter((turn) => turn.chatId === chatId);
    const others = [...byChat.get()].filter(([id]) => id !== chatId);
    publishTexts();
    byChat.set(new Map(inChat.length > 0 ? [...others, [chatId, inChat]] : others));
  }

  /** Stands still from the moment in which the person presses Stop. */
  function textOf(turn: Turn): string {
    const shown = isBeingStopped(turn) ? texts.get().get(turn.id) : undefined;
    return shown ?? answerSoFar(turn.state);
  }

  function publishTexts() {
    texts.set(new Map([...turns].map(([id, turn]) => [id, textOf(turn)])));
  }

  function publishTextsSoon() {
    if (isScheduled) return;
    isScheduled = true;
    schedule(() => {
      isScheduled = false;
      publishTexts();
    });
  }

  return {
    get: (id) => turns.get(id),
    all: () => [...turns.values()],
    put(turn) {
      const before = turns.get(turn.id);
      turns.set(turn.id, turn);
      const hasOnlyGrown = before !== undefined && isSameButText(before, turn);
      if (hasOnlyGrown) publishTextsSoon();
      else publishChat(turn.chatId);
    },
    remove(id) {
      const turn = turns.get(id);
      if (turn !== undefined && turns.delete(id)) publishChat(turn.chatId);
    },
    byChat,
    texts,
  };
}

/** Whether the list of messages shows two states of a turn alike: between them, the text of the answer has grown. */
function isSameButText(before: Turn, now: Turn): boolean {
  const { name, saved } = now.state;
  const isGrowing = name === "streaming" || name === "waiting";
  const isSameState = before.state.name === name && before.state.saved === saved;
  const isSameWriter = before.state.writer === now.state.writer;
  const keys = ["model", "question", "answerId", "isStopping"] as const;
  return isGrowing && isSameState && isSameWriter && keys.every((key) => before[key] === now[key]);
}
