import type { Chat, Message, TurnEvent as Heard } from "#contract";
import type { ModelId } from "#models";
import type { Outgoing } from "./draft-rules.ts";
import { type Turn, turnOf, turnOfQuestion } from "./turn.ts";
import {
  foundUnanswered,
  isRunning,
  isWatched,
  next,
  type TurnEvent,
  writtenSoFar,
} from "./turn-flow.ts";

/** Why a turn could not be carried out, in words fit to show; null when only the connection was lost. */
export type Refused = {
  readonly reason: string;
  readonly retryable: boolean;
  readonly status: number;
} | null;

/** Everything that turns need of the world. */
export type TurnWorld = {
  /** Posts the message and hears the answer; rejects when there is none, or when it breaks off. */
  send: (turn: Turn, hear: (event: Heard) => void, signal: AbortSignal) => Promise<void>;
  explain: (error: unknown) => Refused;
  stop: (turn: Turn) => Promise<void>;
  look: (id: string) => Promise<{ question: Message | null; reply: Message | null }>;
  /** Is told what the server holds by now; done when the page's own store of messages has it. */
  arrived: (chatId: string, chat: Chat | null, messages: readonly Message[]) => Promise<void>;
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
  /** Runs `paint` with the next picture on the screen. */
  nextFrame: (paint: () => void) => void;
};

/** How a turn ended: with a reply, without one, or because nobody wants to know any more. */
export type TurnEnd =
  | { readonly kind: "sent" | "dropped" }
  | { readonly kind: "failed"; readonly turn: Turn; readonly refused: Refused };

export type Turns = ReturnType<typeof createTurns>;

const LOOK_EVERY_MS = 1000;
const NO_TURNS: readonly Turn[] = [];

/** The turns of one person in this tab. They go on whatever the page shows; only `drop` and `dispose` end them. */
export function createTurns(world: TurnWorld) {
  const turns = new Map<string, Turn>();
  const byChat = new Map<string, readonly Turn[]>();
  const streams = new Map<string, AbortController>();
  const followed = new Set<string>();
  const listeners = new Set<() => void>();
  const textListeners = new Set<() => void>();
  let framePending = false;

  function paintText() {
    framePending = false;
    textListeners.forEach((listener) => listener());
  }

  function put(turn: Turn) {
    const before = turns.get(turn.id)?.state.name;
    turns.set(turn.id, turn);
    if (before === "streaming" && turn.state.name === "streaming") {
      // The list of turns did not change, only one text: no more often than it can be seen.
      if (!framePending) world.nextFrame(paintText);
      framePending = true;
    } else {
      changed(turn.chatId);
    }
  }

  function changed(chatId: string) {
    const list = [...turns.values()].filter((turn) => turn.chatId === chatId);
    if (list.length > 0) byChat.set(chatId, list);
    else byChat.delete(chatId);
    listeners.forEach((listener) => listener());
  }

  function apply(id: string, event: TurnEvent, parts: Partial<Turn> = {}) {
    const turn = turns.get(id);
    if (turn !== undefined) put({ ...turn, ...parts, state: next(turn.state, event, world.now()) });
  }

  function remove(id: string) {
    const turn = turns.get(id);
    streams.get(id)?.abort();
    turns.delete(id);
    if (turn !== undefined) changed(turn.chatId);
  }

  function hear(turn: Turn, event: Heard) {
    if (!turns.has(turn.id)) return;
    switch (event.type) {
      case "user_message":
        apply(turn.id, { type: "saved" }, { question: event.userMessage });
        void world.arrived(turn.chatId, event.chat, [event.userMessage]);
        break;
      case "delta":
        apply(turn.id, { type: "text", text: event.text });
        break;
      case "ai_message":
        apply(turn.id, { type: "answered" }, { reply: event.aiMessage });
        break;
      case "error":
        break;
    }
  }

  async function run(turn: Turn): Promise<TurnEnd> {
    const leaving = new AbortController();
    streams.set(turn.id, leaving);
    let refused: Refused = null;
    try {
      let failure: Extract<Heard, { type: "error" }> | undefined;
      await world.send(
        turn,
        (event) => {
          hear(turn, event);
          if (event.type === "error") failure = event;
        },
        leaving.signal,
      );
      if (failure !== undefined) {
        refused = { reason: failure.error, retryable: failure.retryable, status: 200 };
      }
    } catch (error) {
      if (!leaving.signal.aborted) refused = world.explain(error);
    }
    streams.delete(turn.id);
    if (refused === null) apply(turn.id, { type: "lost" });
    else apply(turn.id, { type: "failed", ...refused });
    return end(turn.id, refused);
  }

  async function end(id: string, refused: Refused): Promise<TurnEnd> {
    await follow(id);
    const turn = turns.get(id);
    if (turn === undefined) return { kind: "dropped" };
    if (turn.state.name !== "sent") return { kind: "failed", turn, refused };
    const messages = [turn.question, turn.reply].filter((message) => message !== null);
    await world.arrived(turn.chatId, null, messages);
    remove(id);
    return { kind: "sent" };
  }

  /** Asks the database again and again until the turn is decided. */
  async function follow(id: string) {
    if (followed.has(id)) return;
    followed.add(id);
    for (let turn = turns.get(id); turn && isWatched(turn.state); turn = turns.get(id)) {
      const found = await world.look(id).catch(() => null);
      if (found === null) apply(id, { type: "unreachable" });
      else observe(id, found.question, found.reply);
      const state = turns.get(id)?.state;
      if (state !== undefined && isWatched(state)) await world.wait(LOOK_EVERY_MS);
    }
    followed.delete(id);
  }

  function observe(id: string, question: Message | null, reply: Message | null) {
    const found = {
      saved: question !== null,
      answered: reply !== null,
      claim: question?.answering_until ?? null,
      stopped: question !== null && question.stopped_at !== null,
    };
    apply(id, { type: "found", found }, { question, reply });
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    inChat: (chatId: string): readonly Turn[] => byChat.get(chatId) ?? NO_TURNS,

    subscribeToText: (listener: () => void) => {
      textListeners.add(listener);
      return () => textListeners.delete(listener);
    },
    textOf(id: string): string {
      const turn = turns.get(id);
      return turn === undefined ? "" : writtenSoFar(turn.state);
    },

    /** Sends a message for the first time. */
    start(outgoing: Outgoing): Promise<TurnEnd> {
      const turn = turnOf(outgoing, { name: "sending", saved: false });
      put(turn);
      return run(turn);
    },

    /** Shows a message that an earlier page could not send. */
    restore(outgoing: Outgoing, reason: string) {
      if (turns.has(outgoing.messageId)) return;
      put(turnOf(outgoing, { name: "failed", saved: false, reason, retryable: true }));
    },

    /** Asks again, under the same id. */
    retry(turn: Turn, model: ModelId | null): Promise<TurnEnd> {
      const known = turns.get(turn.id) ?? turn;
      const state = next(known.state, { type: "retry" }, world.now());
      if (state === known.state) return Promise.resolve({ kind: "dropped" });
      const again = { ...known, model, state };
      put(again);
      return run(again);
    },

    /** Ends the reply; what was written so far is kept. Rejects when the server could not be told. */
    async stop(id: string) {
      const turn = turns.get(id);
      if (turn === undefined || !isRunning(turn.state)) return;
      await world.stop(turn);
      apply(id, { type: "stop" });
      streams.get(id)?.abort();
    },

    /** Follows a question that somebody else is answering. */
    watch(question: Message) {
      if (turns.has(question.id)) return;
      const { answering_until: claim, stopped_at: stoppedAt } = question;
      const state = foundUnanswered(claim, stoppedAt !== null, world.now());
      put(turnOfQuestion(question, null, state));
      void end(question.id, null);
    },

    /** Corrects what this tab believes to have failed by what the database is seen to hold. */
    correct(question: Message, reply: Message | null) {
      if (turns.get(question.id)?.state.name !== "failed") return;
      observe(question.id, question, reply);
      void end(question.id, null);
    },

    drop: remove,
    dropChat(chatId: string) {
      (byChat.get(chatId) ?? NO_TURNS).forEach((turn) => remove(turn.id));
    },
    dispose() {
      [...turns.keys()].forEach(remove);
      listeners.clear();
      textListeners.clear();
    },
  };
}
