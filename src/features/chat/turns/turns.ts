import type { Message, StreamEvent } from "#contract";
import {
  endStream,
  forgetTexts,
  freezeText,
  streamText,
  textOf,
} from "#features/chat/data/answer-texts.ts";
import { isComing } from "#features/chat/data/open-answer-rules.ts";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import { createStore } from "#lib/store.ts";
import type { ModelId } from "#models";
import type { LiveAnswer } from "./answer-rules.ts";
import type { Rejection, TurnEffects } from "./turn-effects.ts";
import {
  againOf,
  type TurnFailure,
  turnFailureOf,
  NOT_SENT,
  type ReadTurn,
  type Turn,
  turnOfEntry,
  type Verdict,
  verdictOf,
} from "./turn-rules.ts";

/** How a turn ended: answered, without an answer, or dropped: it is given up, or the server's row tells the rest. */
export type TurnOutcome =
  | { readonly kind: "dropped" }
  /** `isWhole` is false for an answer that the person stopped. */
  | { readonly kind: "sent"; readonly isWhole: boolean }
  | {
      readonly kind: "failed";
      readonly turn: Turn;
      readonly failure: TurnFailure;
      readonly isStopped: boolean;
      readonly rejection: Rejection | null;
    };

export type Turns = ReturnType<typeof createTurns>;

const READ_AGAIN_MS = 1_000;
/** When the page has left the stream of a stopped answer, the server has mostly stored it after this time. */
const STORED_WITHIN_MS = 250;

/** A fault on the server's side: the question may have been stored before it. */
const isUncertain = ({ status }: Rejection) => status >= 500;

/** A request, until the server has taken it. */
function newRequest() {
  const { promise: accepted, resolve: accept } = Promise.withResolvers<void>();
  return { leaving: new AbortController(), accepted, accept };
}

/**
 * The turns of one person in this tab: each sends its question and streams the answer. They go on whatever the page
 * shows; only `drop`, `dropChat` and `dispose` end them early.
 */
export function createTurns(effects: TurnEffects) {
  const byChat = createStore<ReadonlyMap<string, readonly Turn[]>>(new Map());
  const stopping = createStore<ReadonlySet<string>>(new Set());
  const requests = new Map<string, ReturnType<typeof newRequest>>();

  const inChat = (chatId: string): readonly Turn[] => byChat.get().get(chatId) ?? [];
  const get = (id: string) => all().find((turn) => turn.id === id);
  const all = () => [...byChat.get().values()].flat();

  function setChat(chatId: string, turns: readonly Turn[]) {
    const others = [...byChat.get()].filter(([id]) => id !== chatId);
    byChat.set(new Map(turns.length > 0 ? [...others, [chatId, turns]] : others));
  }

  function put(turn: Turn) {
    const turns = inChat(turn.chatId);
    const isKnown = turns.some(({ id }) => id === turn.id);
    const now = turns.map((other) => (other.id === turn.id ? turn : other));
    setChat(turn.chatId, isKnown ? now : [...turns, turn]);
  }

  function change(id: string, parts: Partial<Turn>): Turn | undefined {
    const turn = get(id);
    if (turn === undefined) return undefined;
    const changed = { ...turn, ...parts };
    put(changed);
    return changed;
  }

  function drop(id: string) {
    requests.get(id)?.leaving.abort();
    const turn = get(id);
    if (turn === undefined) return;
    const others = inChat(turn.chatId).filter((other) => other.id !== id);
    setChat(turn.chatId, others);
  }

  function setStopping(id: string, isStopping: boolean) {
    freezeText(id, isStopping);
    const others = [...stopping.get()].filter((other) => other !== id);
    stopping.set(new Set(isStopping ? [...others, id] : others));
  }

  /** Sends the question, shows what the server streams back, and finds out what became of the answer. */
  async function run(turn: Turn): Promise<TurnOutcome> {
    const { id } = turn;
    const request = newRequest();
    setStopping(id, false);
    put(turn);
    requests.set(id, request);
    let rejection: Rejection | null = null;
    let reply: Message | null = null;
    let written = "";
    const onEvent = (event: StreamEvent) => {
      const now = get(id);
      if (now === undefined) return;
      if (event.type === "user_message") {
        const model = now.model ?? event.chat.model;
        const begun = change(id, { question: event.userMessage, model, isBegun: true });
        request.accept();
        if (begun) effects.onBegun(begun, event, now.question === null);
      } else if (event.type === "delta") {
        written += event.text;
        streamText(id, written);
        if (!now.hasText) change(id, { hasText: true });
      } else if (event.type === "ai_message") {
        reply = event.aiMessage;
      } else {
        const { error: reason, code, retryable } = event;
        rejection = { reason, code, retryable, status: 200 };
      }
    };
    try {
      await effects.send(turn, onEvent, request.leaving.signal);
    } catch (error) {
      if (!request.leaving.signal.aborted) rejection = effects.rejectionOf(error);
    }
    if (requests.get(id) === request) requests.delete(id);
    request.accept();
    endStream(id);
    const ended = get(id);
    if (ended === undefined) return { kind: "dropped" };
    if (reply !== null) return answered(ended, reply);
    if (rejection !== null && !isUncertain(rejection)) return refused(ended, rejection);
    if (request.leaving.signal.aborted) await effects.wait(STORED_WITHIN_MS);
    return find(id, rejection);
  }

  async function answered(turn: Turn, reply: Message): Promise<TurnOutcome> {
    await effects.onAnswered(
      turn,
      [turn.question, reply].filter((it) => it !== null),
    );
    setStopping(turn.id, false);
    drop(turn.id);
    // Those of its model that had failed at the question go, as in the database.
    for (const { id, questionId, model, state } of all()) {
      if (questionId === turn.questionId && model === turn.model && state === "failed") drop(id);
    }
    return { kind: "sent", isWhole: reply.stopped_at === null };
  }

  function refused(turn: Turn, rejection: Rejection): TurnOutcome {
    const failure = turnFailureOf(rejection);
    if (turn.isBegun && !failure.isGone) {
      // The server's row tells it from now on.
      effects.onBroken(turn, textOf(turn.id), failure.reason);
      drop(turn.id);
    } else change(turn.id, { state: "failed", failure });
    if (failure.isGone) effects.onGone(turn);
    return { kind: "failed", turn, failure, isStopped: false, rejection };
  }

  /** Asks the database what became of a turn whose connection was lost. */
  async function find(id: string, rejection: Rejection | null): Promise<TurnOutcome> {
    change(id, { state: "lost" });
    const lostAt = effects.now();
    for (;;) {
      const asked = get(id);
      if (asked === undefined) return { kind: "dropped" };
      // Before the read: one that another tab has sent by now is in it.
      const beingSent = asked.question === null ? await effects.beingSent() : new Set();
      const read = await effects.read(asked.questionId).catch(() => null);
      const turn = change(id, read?.question ? { question: read.question } : {});
      if (turn === undefined) return { kind: "dropped" };
      const isSending = turn.question === null && beingSent.has(turn.questionId);
      const verdict = isSending ? null : verdictOf(turn, read, effects.now() - lostAt);
      const outcome = await settled(turn, verdict, read, rejection);
      if (outcome !== null) return outcome;
      await effects.wait(READ_AGAIN_MS);
    }
  }

  /** The outcome of a verdict; null while it is to be asked for again. */
  async function settled(
    turn: Turn,
    verdict: Verdict,
    read: ReadTurn | null,
    rejection: Rejection | null,
  ): Promise<TurnOutcome | null> {
    if (verdict === null) return null;
    if (verdict.kind === "answered") return answered(turn, verdict.reply);
    if (verdict.kind === "failed") {
      const { kind: _, ...why } = verdict;
      const failure = rejection !== null && turn.question === null ? turnFailureOf(rejection) : why;
      const failed = change(turn.id, { state: "failed", failure }) ?? turn;
      if (failure.isGone) effects.onGone(turn);
      return { kind: "failed", turn: failed, failure, isStopped: false, rejection };
    }
    const { openAnswer } = verdict;
    const isStopping = stopping.get().has(turn.id);
    // Who waits for its end is told here; what only runs on is followed with all others.
    if (isComing(openAnswer) && (isStopping || effects.isHidden())) return null;
    if (read !== null) await effects.onRead(turn, read);
    drop(turn.id);
    if (isComing(openAnswer)) return { kind: "dropped" };
    const isStopped = isStopping || openAnswer.status === "stopped";
    const failure = { reason: openAnswer.reason ?? NOT_SENT, retryable: true };
    return { kind: "failed", turn, failure, isStopped, rejection };
  }

  return {
    byChat,
    /** The answers that the person has stopped and that have not ended yet. */
    stopping,
    inChat,

    /** Sends a message for the first time. */
    start: (entry: OutboxEntry): Promise<TurnOutcome> => run(turnOfEntry(entry)),

    /** Asks for a further answer to a question that the database holds, whose turn this is. */
    ask: run,

    /** Shows a message that an earlier page could not send. */
    showUnsent(entry: OutboxEntry) {
      const failure = { reason: NOT_SENT, retryable: true };
      if (get(entry.answerId) === undefined)
        put({ ...turnOfEntry(entry), state: "failed", failure });
    },

    /** Shows a message that another tab is sending, and follows it. It is unsent when that tab gives it up. */
    followSent(entry: OutboxEntry): Promise<TurnOutcome> {
      const known = get(entry.answerId);
      if (known && (known.state !== "failed" || known.question !== null))
        return Promise.resolve({ kind: "dropped" });
      put({ ...turnOfEntry(entry), state: "lost" });
      return find(entry.answerId, null);
    },

    /** Sends a failed question again, for the same answer. `left`: the text that an earlier try has left. */
    retry(turn: Turn, model: ModelId | null, left = ""): Promise<TurnOutcome> {
      if (get(turn.id) && get(turn.id)?.state !== "failed")
        return Promise.resolve({ kind: "dropped" });
      forgetTexts([turn.id]);
      if (left !== "") streamText(turn.id, left);
      return run(againOf(get(turn.id) ?? turn, model));
    },

    /** Ends an answer; what was written so far is kept. Rejects when the server could not be told. */
    async stop({ id, ...answer }: LiveAnswer) {
      if (stopping.get().has(id)) return;
      setStopping(id, true);
      try {
        // Before that there is nothing that the server could stop.
        await requests.get(id)?.accepted;
        if (get(id)?.question === null) return setStopping(id, false);
        await effects.stop({ id, ...answer });
        requests.get(id)?.leaving.abort();
      } catch (error) {
        setStopping(id, false);
        throw error;
      }
    },

    /** Asks whether the database holds the question of a turn after all that this tab takes for unsent. */
    async checkStored(turn: Turn): Promise<boolean> {
      const read = await effects.read(turn.questionId).catch(() => null);
      if (read === null || read.question === null) return false;
      await effects.onRead(turn, read);
      drop(turn.id);
      return true;
    },

    /** An answer that was written elsewhere has ended. One that is asked for again later does not stand still. */
    noteEnded(id: string) {
      if (stopping.get().has(id)) setStopping(id, false);
    },

    /** Whether this page asks for an answer, or has and could not. */
    isOwn: (id: string) => get(id) !== undefined,

    drop,
    dropChat: (chatId: string) => inChat(chatId).forEach(({ id }) => drop(id)),
    dispose() {
      all().forEach(({ id }) => drop(id));
      forgetTexts();
    },
  };
}
