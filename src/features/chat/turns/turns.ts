import type { OpenAnswer, Message, StreamEvent } from "#contract";
import { isComing } from "#features/chat/data/open-answer-rules.ts";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import type { ModelId } from "#models";
import { turnFailureOf } from "./failure-text-rules.ts";
import { createLive } from "./live.ts";
import { storedTurnOf } from "./stored-turn.ts";
import type { ReadTurn } from "./turn-api.ts";
import type { Rejection, TurnEffects } from "./turn-effects.ts";
import { awaitedState, isRunning, next, type TurnEvent } from "./turn-flow.ts";
import {
  openAnswerFor,
  failedBefore,
  isNews,
  replyFor,
  type Turn,
  turnOfEntry,
  turnOfQuestion,
} from "./turn-rules.ts";
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

/** A request, until the server has taken it. */
type Sending = { readonly accepted: Promise<void>; readonly accept: () => void };

/**
 * The turns of one person in this tab: each sends its question, follows the answer and ends. They go on whatever the
 * page shows; only `drop`, `dropChat` and `dispose` end them early.
 */
export function createTurns(effects: TurnEffects) {
  const store = createTurnStore(effects.schedule);
  const streams = new Map<string, AbortController>();
  const sendings = new Map<string, Sending>();
  /** The turns that failed before one was begun, and that go when it is answered. */
  const replaced = new Map<string, readonly string[]>();
  const live = createLive(store, effects, apply, askFor);

  function apply(id: string, event: TurnEvent, parts: Partial<Turn> = NO_PARTS) {
    const turn = store.get(id);
    if (turn === undefined) return;
    const state = next(turn.state, event, effects.now());
    if (state !== turn.state || parts !== NO_PARTS) store.put({ ...turn, ...parts, state });
  }

  function setStopping(id: string, isStopping: boolean) {
    const turn = store.get(id);
    if (turn !== undefined) store.put({ ...turn, isStopping });
  }

  function drop(id: string) {
    streams.get(id)?.abort();
    replaced.delete(id);
    store.remove(id);
  }

  /** Sends the question, applies what the server streams back, and finishes. */
  async function run(turn: Turn): Promise<TurnOutcome> {
    const leaving = new AbortController();
    let accept = () => {};
    const accepted = new Promise<void>((resolve) => {
      accept = resolve;
    });
    streams.set(turn.id, leaving);
    sendings.set(turn.id, { accepted, accept });
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
    sendings.delete(turn.id);
    accept();
    return finish(turn.id, rejection);
  }

  function receive({ id, chatId, model }: Turn, event: StreamEvent) {
    if (store.get(id) === undefined) return;
    if (event.type === "user_message") {
      const { chat, userMessage, answerId } = event;
      const others = store.all().filter((turn) => turn.answerId === answerId && turn.id !== id);
      others.forEach((turn) => drop(turn.id));
      const parts = { question: userMessage, answerId, model: model ?? chat.model };
      apply(id, { type: "saved" }, parts);
      sendings.get(id)?.accept();
      void effects.updateCaches(chatId, chat, [userMessage], answerId);
    } else if (event.type === "delta") {
      apply(id, { type: "text", text: event.text });
    } else if (event.type === "ai_message") {
      apply(id, { type: "answered" }, { reply: event.aiMessage });
    }
  }

  /** Decides what became of a turn whose stream has ended, asking the database where that is uncertain. */
  async function finish(id: string, rejection: Rejection | null): Promise<TurnOutcome> {
    if (rejection === null || isUncertain(rejection)) apply(id, { type: "disconnected" });
    else apply(id, { type: "failed", ...turnFailureOf(rejection) });
    await live.untilDecided(id);
    let turn = store.get(id);
    if (turn === undefined) return { kind: "dropped" };
    if (rejection !== null && turn.state.name === "failed" && !turn.state.saved) {
      turn = { ...turn, state: { ...turn.state, ...turnFailureOf(rejection) } };
      store.put(turn);
    }
    // Also for a turn that failed: its answer may still be cached as one that is being written.
    const messages = [turn.question, turn.reply].filter((message) => message !== null);
    if (messages.length > 0) await effects.updateCaches(turn.chatId, null, messages, turn.answerId);
    if (rejection?.code === "gone") effects.onGone(turn.chatId);
    if (turn.state.name !== "sent") return { kind: "failed", turn, rejection };
    const isOver = (other: string) => store.get(other)?.state.name === "failed";
    replaced.get(id)?.filter(isOver).forEach(drop);
    drop(id);
    return { kind: "sent", isWhole: (turn.reply?.stopped_at ?? null) === null };
  }

  function reconcileOne(turn: Turn, { question, replies, openAnswers }: ReadTurn) {
    const reply = replyFor(turn, replies);
    const openAnswer = openAnswerFor(turn, openAnswers);
    const stored = { ...storedTurnOf(openAnswer, question !== null), answered: reply !== null };
    const { isRunning: wasSeen } = stored;
    const model = wasSeen && openAnswer ? openAnswer.model : turn.model;
    apply(turn.id, { type: "checked", stored }, { question, reply, wasSeen, model });
    void finish(turn.id, null);
  }

  /** Begins a try at an answer. When it is whole, those of its model that had failed before go, as in the database. */
  function begin(turn: Turn): Promise<TurnOutcome> {
    replaced.set(turn.id, failedBefore(turn, store.all()));
    store.put(turn);
    return run(turn);
  }

  /** Asks for an answer that another page was closed before it could ask for. */
  async function askFor({ id: answerId, question_id, model }: OpenAnswer): Promise<boolean> {
    const read = await effects.read(question_id).catch(() => null);
    if (!read?.question) return false;
    drop(answerId);
    const turn = turnOfQuestion(
      read.question,
      { answerId, model },
      { name: "retrying", saved: true },
    );
    void begin(turn);
    return true;
  }

  return {
    byChat: store.byChat,
    texts: store.texts,
    /** The chats in which answers are being written that this page neither streams nor follows. */
    answeringElsewhere: live.others,
    /** Asks once what is being written for this person anywhere, and follows it while it runs. */
    readRunning: () => live.ask(),
    inChat: (chatId: string): readonly Turn[] => store.byChat.get().get(chatId) ?? [],

    /** Sends a message for the first time. */
    start(entry: OutboxEntry): Promise<TurnOutcome> {
      return begin(turnOfEntry(entry, { name: "sending", saved: false }));
    },

    /** Asks for a further answer to a question that the database holds, whose turn this is. */
    ask: begin,

    /** Shows a message that an earlier page could not send. */
    showUnsent(entry: OutboxEntry, reason: string) {
      if (store.get(entry.answerId) !== undefined) return;
      store.put(turnOfEntry(entry, { name: "failed", saved: false, reason, retryable: true }));
    },

    /** Shows a message that another tab is sending, and follows it. It is unsent when that tab gives it up. */
    followSent(entry: OutboxEntry): Promise<TurnOutcome> {
      const id = entry.answerId;
      const known = store.get(id)?.state;
      const isOwn = known !== undefined && (known.name !== "failed" || known.saved);
      if (isOwn) return Promise.resolve({ kind: "dropped" });
      store.put(turnOfEntry(entry, awaitedState(effects.now(), false)));
      return finish(id, null);
    },

    /** Sends a failed question again, for the same answer. */
    retry(turn: Turn, model: ModelId | null): Promise<TurnOutcome> {
      const known = store.get(turn.id) ?? turn;
      const writer = known.model === model ? null : known.model;
      const state = next(known.state, { type: "retry", writer }, effects.now());
      if (state === known.state) return Promise.resolve({ kind: "dropped" });
      return begin({ ...known, model, state });
    },

    /** Ends the answer; what was written so far is kept. Rejects when the server could not be told. */
    async stop(id: string) {
      const isStoppable = () => {
        const turn = store.get(id);
        return turn !== undefined && isRunning(turn.state) && turn.state.saved ? turn : undefined;
      };
      if (store.get(id)?.isStopping === true || isStoppable() === undefined) return;
      setStopping(id, true);
      try {
        // Before that there is nothing that the server could stop.
        await sendings.get(id)?.accepted;
        const turn = isStoppable();
        if (turn === undefined) return;
        await effects.stop(turn);
        apply(id, { type: "stop" });
        streams.get(id)?.abort();
      } finally {
        setStopping(id, false);
      }
    },

    /**
     * Follows an answer that another tab or device has asked for, or an earlier page.
     * @param openAnswer Null when it is not known which of the answers it is.
     */
    track(question: Message, openAnswer: OpenAnswer | null) {
      const answer = { answerId: openAnswer?.id ?? null, model: openAnswer?.model ?? null };
      const turn = turnOfQuestion(question, answer, awaitedState(effects.now(), true));
      // A turn that does not know its answer may be at this one.
      const isFollowed = ({ id, questionId, answerId }: Turn) =>
        id === turn.id || (questionId === question.id && answerId === null);
      if (store.all().some(isFollowed)) return;
      store.put(turn);
      if (openAnswer && isComing(openAnswer)) live.know(turn.id, openAnswer);
      void finish(turn.id, null);
    },

    /** Corrects turns that this tab takes for failed by what the database is seen to hold. */
    reconcile(messages: readonly Message[], openAnswers: readonly OpenAnswer[]) {
      for (const turn of store.all()) {
        const question = messages.find((message) => message.id === turn.questionId);
        if (turn.state.name !== "failed" || question === undefined) continue;
        if (isNews(turn, messages, openAnswers))
          reconcileOne(turn, { question, replies: messages, openAnswers });
      }
    },

    /** Asks whether the database holds the question of a turn after all that this tab takes for unsent. */
    async checkStored(turn: Turn): Promise<boolean> {
      const stored = await effects.read(turn.questionId).catch(() => null);
      if (stored === null || stored.question === null) return false;
      reconcileOne(turn, stored);
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
