import {
  LEASE_RENEWAL_MS,
  type Backend,
  type BeginOutcome,
  type Begun,
  type FinishOutcome,
  type RenewOutcome,
  type TurnRequest,
} from "./backend.ts";
import type { Chat, Message } from "./contract.ts";
import type { ErrorCode } from "./error-codes.ts";
import { type Log, Refusal } from "./http.ts";
import { type ModelId, MODELS } from "./models.ts";
import { ask, describeFailure, type Ending, type Settings } from "./providers/ask.ts";
import { chatDeleted, refusalOf } from "./refusals.ts";

export type Turns = {
  backend: Backend;
  settings: Settings;
  log: Log;
  /** Keeps the function alive until the promise settles, also when the browser has left. */
  waitUntil: (work: Promise<unknown>) => void;
};

export type Accepted = Extract<BeginOutcome, { chat: Chat }>;

/** Who is listening to a turn: hears each piece of text, and may leave before the end. */
export type Listener = { onText: (text: string) => void; left: AbortSignal };

export type Answered = { chat: Chat; question: Message; reply: Message };

/** A turn that ended without a reply; `retryable` says whether the same question may simply be asked again. */
export class TurnFailure extends Refusal {
  readonly retryable: boolean;

  constructor(
    status: number,
    code: ErrorCode,
    text: string,
    retryable: boolean,
    retryAfterSeconds?: number,
  ) {
    super(
      status,
      code,
      text,
      retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) },
    );
    this.retryable = retryable;
  }
}

const POLL_MS = 400;
const STORE_TRIES = 4;

/** Records a question (DESIGN 5, step 2). Refuses with 403, 404, 409 or 429; then nothing was changed. */
export async function begin(request: TurnRequest, { backend }: Turns): Promise<Accepted> {
  const outcome = await backend.beginTurn(request);
  if ("chat" in outcome) return outcome;
  throw refusalOf(outcome);
}

/**
 * Brings an accepted question to its reply: the stored one, the one another request is writing, or a new one from the
 * provider. Goes on when the listener leaves. Rejects with a Refusal or TurnFailure; then no reply was stored.
 */
export async function complete(
  accepted: Accepted,
  request: TurnRequest,
  turns: Turns,
  listener: Listener,
): Promise<Answered> {
  let turn = accepted;
  while (turn.outcome === "running") {
    await delay(POLL_MS);
    // Only ever continued, so that waiting for a chat that is deleted meanwhile does not create it again.
    turn = await begin({ ...request, startsChat: false }, turns);
  }
  const reply = turn.outcome === "answered" ? turn.reply : await answer(turn, turns, listener);
  return {
    chat: { ...turn.chat, last_message_at: laterOf(turn.chat.last_message_at, reply.created_at) },
    question: { ...turn.question, answering_until: null },
    reply,
  };
}

async function answer(turn: Begun, turns: Turns, listener: Listener): Promise<Message> {
  const { chat, question } = turn;
  const ended = new AbortController();
  let text = "";
  let cut: RenewOutcome | undefined;

  // Tells the database that somebody is still writing, and learns whether the person pressed Stop or deleted the chat.
  const report = async () => {
    const outcome = await turns.backend.renewTurn(chat.user_id, question.id).catch(() => null);
    if (outcome === null || outcome.outcome === "running" || ended.signal.aborted) return;
    cut = outcome;
    ended.abort();
  };
  const renewal = setInterval(() => void report(), LEASE_RENEWAL_MS);
  const onLeave = () => void report();
  listener.left.addEventListener("abort", onLeave, { once: true });

  try {
    const pieces = ask({
      settings: turns.settings,
      model: chat.model,
      history: turn.history,
      signal: ended.signal,
      log: turns.log,
    });
    let piece = await pieces.next();
    while (!piece.done) {
      text += piece.value;
      listener.onText(piece.value);
      piece = await pieces.next();
    }
    if (cut?.outcome === "answered") return cut.reply;
    if (cut?.outcome === "gone") throw chatDeleted();
    const ending = piece.value;
    if (cut?.outcome === "stopped" || ending.kind === "finished")
      return replyOf(await store(turns.backend, turn, text));
    await turns.backend.releaseTurn(chat.user_id, question.id);
    throw failureOf(ending, chat.model);
  } finally {
    clearInterval(renewal);
    listener.left.removeEventListener("abort", onLeave);
    ended.abort();
  }
}

function failureOf(ending: Ending, model: ModelId): TurnFailure {
  if (ending.kind !== "failed") return stoppedEarly();
  const { status, code, error } = describeFailure(ending.failure, MODELS[model].label);
  return new TurnFailure(status, code, error, ending.retryable, ending.retryAfterSeconds);
}

/** An answer is worth more than one try to store it. */
async function store(
  backend: Backend,
  { chat, question }: Begun,
  content: string,
): Promise<FinishOutcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await backend.finishTurn(chat.user_id, question.id, content, chat.model);
    } catch (error) {
      if (tries === STORE_TRIES) throw error;
      await delay(250 * 2 ** tries);
    }
  }
}

function replyOf(outcome: FinishOutcome): Message {
  if (outcome.outcome === "stored") return outcome.reply;
  throw outcome.outcome === "gone" ? chatDeleted() : stoppedEarly();
}

function stoppedEarly(): TurnFailure {
  const text = "The reply was stopped before anything was written.";
  return new TurnFailure(409, "conflict", text, true);
}

function laterOf(left: string | null, right: string): string {
  return left !== null && Date.parse(left) > Date.parse(right) ? left : right;
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
