import type { Attempt, Message, StreamEvent } from "#contract";
import { standingOf } from "#features/chat/data/attempt-rules.ts";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import { instant } from "#lib/timestamp.ts";
import type { ModelId } from "#models";
import { createLive } from "./live.ts";
import type { ReadTurn } from "./turn-api.ts";
import type { Rejection, TurnEffects } from "./turn-effects.ts";
import {
  awaitedState,
  isRunning,
  next,
  storedTurnOf,
  type Turn,
  type TurnEvent,
  turnOfEntry,
  turnOfQuestion,
} from "./turn-flow.ts";
import { createTurnStore } from "./turn-store.ts";

/** How a turn ended: answered, without an answer, or dropped with its chat or its person. */
export type TurnOutcome =
  | { readonly kind: "dropped" }
  /** `isWhole` is false for an answer that the person stopped. */
  | { readonly kind: "sent"; readonly isWhole: boolean }
  | { readonly kind: "failed"; readonly turn: Turn; readonly rejection: Rejection | null };

export type Turns = ReturnType<typeof createTurns>;

const NO_PARTS: Partial<Turn> = {};

/** A fault on the server's side: the question may have been stored before it. */
const isUncertain = ({ status }: Rejection) => status >= 500;

/**
 * The turns of one person in this tab: each sends its question, follows the answer and ends. They go on whatever the
 * page shows; only `drop`, `dropChat` and `dispose` end them early.
 */
export function createTurns(effects: TurnEffects) {
  const store = createTurnStore(effects.onNextFrame);
  const streams = new Map<string, AbortController>();
  const live = createLive(store, effects, apply);

  function apply(id: string, event: TurnEvent, parts: Partial<Turn> = NO_PARTS) {
    const turn = store.get(id);
    if (turn === undefined) return;
    const state = next(turn.state, event, effects.now());
    if (state !== turn.state || parts !== NO_PARTS) store.put({ ...turn, ...parts, state });
  }

  function drop(id: string) {
    streams.get(id)?.abort();
    store.remove(id);
  }

  /** Sends the question, applies what the server streams back, and finishes. */
  async function run(turn: Turn): Promise<TurnOutcome> {
    const leaving = new AbortController();
    streams.set(turn.id, leaving);
    let rejection: Rejection | null = null;
    const onEvent = (event: StreamEvent) => {
      receive(turn, event);
      if (event.type !== "error") return;
      const { error: reason, code, retryable } = event;
      rejection = { reason, code, retryable, status: 200 };
    };
    try {
      await effects.send(turn, onEvent, leaving.signal);
    } catch (error) {
      if (!leaving.signal.aborted) rejection = effects.rejectionOf(error);
    }
    streams.delete(turn.id);
    return finish(turn.id, rejection);
  }

  function receive({ id, chatId }: Turn, event: StreamEvent) {
    if (store.get(id) === undefined) return;
    if (event.type === "user_message") {
      apply(id, { type: "saved" }, { question: event.userMessage });
      void effects.updateCaches(chatId, event.chat, [event.userMessage]);
    } else if (event.type === "delta") {
      apply(id, { type: "text", text: event.text });
    } else if (event.type === "ai_message") {
      apply(id, { type: "answered" }, { reply: event.aiMessage });
    }
  }

  /** Decides what became of a turn whose stream has ended, asking the database where that is uncertain. */
  async function finish(id: string, rejection: Rejection | null): Promise<TurnOutcome> {
    if (rejection === null || isUncertain(rejection)) apply(id, { type: "disconnected" });
    else apply(id, { type: "failed", ...failureOf(rejection) });
    await live.untilDecided(id);
    let turn = store.get(id);
    if (turn === undefined) return { kind: "dropped" };
    if (rejection !== null && turn.state.name === "failed" && !turn.state.saved) {
      turn = { ...turn, state: { ...turn.state, ...failureOf(rejection) } };
      store.put(turn);
    }
    // Also for a turn that failed: the cached question may still carry a claim that is over.
    const messages = [turn.question, turn.reply].filter((message) => message !== null);
    if (messages.length > 0) await effects.updateCaches(turn.chatId, null, messages);
    if (turn.state.name !== "sent") return { kind: "failed", turn, rejection };
    drop(id);
    return { kind: "sent", isWhole: (turn.reply?.stopped_at ?? null) === null };
  }

  function applyStored(id: string, { question, reply, attempts }: ReadTurn) {
    const standing = standingOf(id, attempts);
    const stored = { ...storedTurnOf(standing, question !== null), answered: reply !== null };
    apply(id, { type: "checked", stored }, { question, reply, claim: stored.claim });
  }

  function reconcileOne(id: string, read: ReadTurn) {
    applyStored(id, read);
    void finish(id, null);
  }

  return {
    byChat: store.byChat,
    texts: store.texts,
    /** The chats in which answers are being written that this page neither streams nor follows. */
    answeredElsewhere: live.others,
    /** Asks once what is being written for this person anywhere, and follows it while it runs. */
    lookForRunning: () => live.ask(),
    inChat: (chatId: string): readonly Turn[] => store.byChat.get().get(chatId) ?? [],

    /** Sends a message for the first time. */
    start(entry: OutboxEntry): Promise<TurnOutcome> {
      const turn = turnOfEntry(entry, { name: "sending", saved: false });
      store.put(turn);
      return run(turn);
    },

    /** Shows a message that an earlier page could not send. */
    restore(entry: OutboxEntry, reason: string) {
      if (store.get(entry.messageId) !== undefined) return;
      store.put(turnOfEntry(entry, { name: "failed", saved: false, reason, retryable: true }));
    },

    /** Sends a failed question again, under the same id. */
    retry(turn: Turn, model: ModelId | null): Promise<TurnOutcome> {
      const known = store.get(turn.id) ?? turn;
      const state = next(known.state, { type: "retry" }, effects.now());
      if (state === known.state) return Promise.resolve({ kind: "dropped" });
      const again = { ...known, model, state };
      store.put(again);
      return run(again);
    },

    /** Ends the answer; what was written so far is kept. Rejects when the server could not be told. */
    async stop(id: string) {
      const turn = store.get(id);
      if (turn === undefined || !isRunning(turn.state) || !turn.state.saved) return;
      await effects.stop(turn);
      apply(id, { type: "stop" });
      streams.get(id)?.abort();
    },

    /** Follows the answer to a question that another tab or device has asked, or an earlier page. */
    follow(question: Message) {
      if (store.get(question.id) !== undefined) return;
      store.put(turnOfQuestion(question, null, awaitedState(effects.now())));
      void finish(question.id, null);
    },

    /** Corrects turns that this tab takes for failed by what the database is seen to hold. */
    reconcile(messages: readonly Message[], attempts: readonly Attempt[]) {
      for (const { id, state, claim: known } of store.all()) {
        const question = messages.find((message) => message.id === id);
        if (state.name !== "failed" || question === undefined) continue;
        const reply = messages.find((message) => message.reply_to === id) ?? null;
        const claim = standingOf(id, attempts)?.claim ?? null;
        const isNew = claim === null || instant(claim) !== instant(known);
        if (reply !== null || isNew) reconcileOne(id, { question, reply, attempts });
      }
    },

    /** Asks whether the database holds a message after all that this tab takes for unsent. */
    async isStored(id: string): Promise<boolean> {
      const stored = await effects.read(id).catch(() => null);
      if (stored === null || stored.question === null) return false;
      reconcileOne(id, stored);
      return true;
    },

    drop,
    dropChat(chatId: string) {
      store.byChat
        .get()
        .get(chatId)
        ?.forEach((turn) => drop(turn.id));
    },
    dispose() {
      live.dispose();
      store.all().forEach((turn) => drop(turn.id));
    },
  };
}

function failureOf({ reason, retryable }: Rejection) {
  return { reason, retryable };
}
