import type { Chat, Message, StreamEvent as Heard } from "#contract";
import type { ModelId } from "#models";
import type { FailureCode } from "#lib/functions-client.ts";
import type { Outgoing } from "#features/chat/drafts/draft-rules.ts";
import { instant } from "#lib/timestamp.ts";
import { type Turn, turnOf, turnOfQuestion } from "./turn.ts";
import { foundUnanswered, isRunning, isWatched, next, type TurnEvent } from "./turn-flow.ts";
import { createTurnStore } from "./turn-store.ts";

/** Why a turn could not be carried out, in words fit to show; null when only the connection was lost. */
export type Refused = {
  readonly reason: string;
  readonly code: FailureCode;
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
  /** Runs `paint` when the page should show text that grew. */
  nextPicture: (paint: () => void) => void;
};

/** How a turn ended: with a reply, without one, or because nobody wants to know any more. */
export type TurnEnd =
  | { readonly kind: "sent" | "dropped" }
  | { readonly kind: "failed"; readonly turn: Turn; readonly refused: Refused };

export type Turns = ReturnType<typeof createTurns>;

/** A fault on the way: the message may have been stored before it. */
const isUncertain = (refused: NonNullable<Refused>) => refused.status >= 500;
const wordsOf = ({ reason, retryable }: NonNullable<Refused>) => ({ reason, retryable });

const LOOK_EVERY_MS = 1000;
const NOTHING: Partial<Turn> = {};

/** The turns of one person in this tab. They go on whatever the page shows; only `drop` and `dispose` end them. */
export function createTurns(world: TurnWorld) {
  const store = createTurnStore(world.nextPicture);
  const streams = new Map<string, AbortController>();
  const followed = new Set<string>();

  function apply(id: string, event: TurnEvent, parts: Partial<Turn> = NOTHING) {
    const turn = store.get(id);
    if (turn === undefined) return;
    const state = next(turn.state, event, world.now());
    if (state !== turn.state || parts !== NOTHING) store.put({ ...turn, ...parts, state });
  }

  function drop(id: string) {
    streams.get(id)?.abort();
    store.remove(id);
  }

  function hear({ id, chatId }: Turn, event: Heard) {
    if (store.get(id) === undefined) return;
    if (event.type === "user_message") {
      apply(id, { type: "saved" }, { question: event.userMessage });
      void world.arrived(chatId, event.chat, [event.userMessage]);
    } else if (event.type === "delta") {
      apply(id, { type: "text", text: event.text });
    } else if (event.type === "ai_message") {
      apply(id, { type: "answered" }, { reply: event.aiMessage });
    }
  }

  async function run(turn: Turn): Promise<TurnEnd> {
    const leaving = new AbortController();
    streams.set(turn.id, leaving);
    let refused: Refused = null;
    const onEvent = (event: Heard) => {
      hear(turn, event);
      if (event.type !== "error") return;
      refused = {
        reason: event.error,
        code: event.code,
        retryable: event.retryable,
        status: 200,
      };
    };
    try {
      await world.send(turn, onEvent, leaving.signal);
    } catch (error) {
      if (!leaving.signal.aborted) refused = world.explain(error);
    }
    streams.delete(turn.id);
    return end(turn.id, refused);
  }

  /** What becomes of a turn that nothing more is heard of. */
  async function end(id: string, refused: Refused): Promise<TurnEnd> {
    if (refused === null || isUncertain(refused)) apply(id, { type: "lost" });
    else apply(id, { type: "failed", ...wordsOf(refused) });
    await follow(id);
    let turn = store.get(id);
    if (turn === undefined) return { kind: "dropped" };
    if (refused !== null && turn.state.name === "failed" && !turn.state.saved) {
      turn = { ...turn, state: { ...turn.state, ...wordsOf(refused) } };
      store.put(turn);
    }
    // Also of a turn that failed: the page must not go on believing in a claim that is over.
    const messages = [turn.question, turn.reply].filter((message) => message !== null);
    if (messages.length > 0) await world.arrived(turn.chatId, null, messages);
    if (turn.state.name !== "sent") return { kind: "failed", turn, refused };
    drop(id);
    return { kind: "sent" };
  }

  /** Asks the database again and again until the turn is decided. */
  async function follow(id: string) {
    if (followed.has(id)) return;
    followed.add(id);
    for (let turn = store.get(id); turn && isWatched(turn.state); turn = store.get(id)) {
      const found = await world.look(id).catch(() => null);
      if (found === null) apply(id, { type: "unreachable" });
      else observe(id, found.question, found.reply);
      const state = store.get(id)?.state;
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

  function correctOne(id: string, question: Message, reply: Message | null) {
    observe(id, question, reply);
    void end(id, null);
  }

  return {
    subscribe: store.subscribe,
    subscribeToText: store.subscribeToText,
    inChat: store.inChat,
    textOf: store.textOf,

    /** Sends a message for the first time. */
    start(outgoing: Outgoing): Promise<TurnEnd> {
      const turn = turnOf(outgoing, { name: "sending", saved: false });
      store.put(turn);
      return run(turn);
    },

    /** Shows a message that an earlier page could not send. */
    restore(outgoing: Outgoing, reason: string) {
      if (store.get(outgoing.messageId) !== undefined) return;
      store.put(turnOf(outgoing, { name: "failed", saved: false, reason, retryable: true }));
    },

    /** Asks again, under the same id. */
    retry(turn: Turn, model: ModelId | null): Promise<TurnEnd> {
      const known = store.get(turn.id) ?? turn;
      const state = next(known.state, { type: "retry" }, world.now());
      if (state === known.state) return Promise.resolve({ kind: "dropped" });
      const again = { ...known, model, state };
      store.put(again);
      return run(again);
    },

    /** Ends the reply; what was written so far is kept. Rejects when the server could not be told. */
    async stop(id: string) {
      const turn = store.get(id);
      if (turn === undefined || !isRunning(turn.state) || !turn.state.saved) return;
      await world.stop(turn);
      apply(id, { type: "stop" });
      streams.get(id)?.abort();
    },

    /** Follows a question that somebody else is answering. */
    watch(question: Message) {
      if (store.get(question.id) !== undefined) return;
      const { answering_until: claim, stopped_at: stoppedAt } = question;
      const state = foundUnanswered(claim, stoppedAt !== null, world.now());
      store.put(turnOfQuestion(question, null, state));
      void end(question.id, null);
    },

    /** Corrects what this tab believes to have failed by what the database is seen to hold. */
    correct(messages: readonly Message[]) {
      for (const { id, state, question: known } of store.all()) {
        const question = messages.find((message) => message.id === id);
        if (state.name !== "failed" || question === undefined) continue;
        const reply = messages.find((message) => message.reply_to === id) ?? null;
        const claim = question.answering_until;
        const isNew = claim === null || instant(claim) !== instant(known?.answering_until ?? "");
        if (reply === null && !isNew) continue;
        correctOne(id, question, reply);
      }
    },

    /** Looks whether the database holds a message after all that is believed not to have been sent. */
    async isStored(id: string): Promise<boolean> {
      const found = await world.look(id).catch(() => null);
      if (found === null || found.question === null) return false;
      correctOne(id, found.question, found.reply);
      return true;
    },

    drop,
    dropChat(chatId: string) {
      store.inChat(chatId).forEach((turn) => drop(turn.id));
    },
    dispose() {
      store.all().forEach((turn) => drop(turn.id));
    },
  };
}
