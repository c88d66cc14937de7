import type { Chat, Message, TurnStart } from "../contract.ts";
import type { Backend } from "../database/backend.ts";
import type { BeginOutcome, Begun, FinishOutcome } from "../database/outcomes.ts";
import type { AnswerFacts, BrokenOff, TurnRequest } from "../database/turn-arguments.ts";
import { delay } from "../delay.ts";
import { MODEL_LABELS, type ModelId } from "../models.ts";
import { describeFailure } from "../providers/failures.ts";
import type { ProviderSettings } from "../providers/provider-settings.ts";
import { type Ending, streamAnswer } from "../providers/stream-answer.ts";
import type { StreamLimits } from "../providers/stream-limits.ts";
import { chatDeleted, Refusal, refusalOf, retryAfter } from "../refusal.ts";
import type { RequestLog } from "../request-log.ts";
import { type Cut, keepClaim } from "./keep-claim.ts";
import { storeWhileAway } from "./store-answer.ts";
import { waitForAnswer } from "./wait-for-answer.ts";

/** How long an error waits for the database to know of it. */
const RELEASE_WAIT_MS = 2_000;

/** What turns need besides the request. */
export type TurnContext = {
  backend: Backend;
  settings: ProviderSettings;
  streamLimits: StreamLimits;
  /** Keeps the function alive until the promise settles, also when the browser has left. */
  waitUntil: (work: Promise<unknown>) => void;
};

/** A question that the database has recorded, and how its answer stands. */
export type Accepted = Extract<BeginOutcome, { chat: Chat }>;

/**
 * Follows a turn: `onText` is called with each text as it comes; `left` is aborted when nobody reads any more; `line`
 * is what the request leaves in the log.
 */
export type Listener = { onText: (text: string) => void; left: AbortSignal; line: RequestLog };

/** A question with its answer. */
export type Answered = { chat: Chat; question: Message; reply: Message; start: TurnStart };

/** Records a question and claims an answer. Refuses with 403, 404, 409, 410 or 429; then nothing was changed. */
export async function begin(
  request: TurnRequest,
  { backend, waitUntil }: TurnContext,
): Promise<Accepted> {
  const outcome = await backend.beginTurn(request);
  // The search index does not have the copies yet. If this fails, the searches index what is left.
  if (outcome.outcome === "begun" && request.from)
    waitUntil(backend.indexMessages(request.userId).catch(() => {}));
  if ("chat" in outcome) return outcome;
  throw outcome.outcome === "conflict" && request.answerId !== undefined
    ? noFurtherAnswer()
    : refusalOf(outcome);
}

/** What callers are told of an accepted question. */
export function turnStartOf(accepted: Accepted): TurnStart {
  switch (accepted.outcome) {
    case "begun":
      return {
        contextFrom: accepted.context_from,
        answerId: accepted.answer.id,
        turnsLeft: accepted.left,
      };
    case "running":
      return { contextFrom: null, answerId: accepted.answer.id, turnsLeft: null };
    case "answered":
      return turnStartOfReply(accepted.reply);
  }
}

function turnStartOfReply({ id, context_from: contextFrom }: Message): TurnStart {
  return { contextFrom, answerId: id, turnsLeft: null };
}

/**
 * Brings an accepted question to its answer: the stored one, the one that another request is writing, or a new one from
 * the provider. Goes on when the listener leaves. Rejects with a Refusal when no answer was stored.
 */
export async function complete(
  accepted: Accepted,
  request: TurnRequest,
  context: TurnContext,
  listener: Listener,
): Promise<Answered> {
  let turn = accepted;
  let reply = await replyTo(turn, request, context, listener);
  while (reply === undefined) {
    // Without `startsChat`, so that a chat that is deleted meanwhile is not created again.
    turn = await begin({ ...request, startsChat: false }, context);
    reply = await replyTo(turn, request, context, listener);
  }
  const { turnsLeft } = turnStartOf(turn);
  const { last_message_at: at, last_answer_at: answeredAt } = turn.chat;
  return {
    chat: {
      ...turn.chat,
      last_message_at: laterOf(at, reply.created_at),
      last_answer_at: laterOf(answeredAt, reply.created_at),
    },
    question: turn.question,
    reply,
    start: { ...turnStartOfReply(reply), turnsLeft },
  };
}

/** The answer to a question as it stands; undefined when the question has to be claimed anew. */
async function replyTo(
  turn: Accepted,
  request: TurnRequest,
  context: TurnContext,
  listener: Listener,
): Promise<Message | undefined> {
  if (turn.outcome === "answered") return turn.reply;
  const written = turn.outcome === "begun" ? await answer(turn, context, listener) : undefined;
  if (written !== undefined) return written;
  const ended = await waitForAnswer(context.backend, request.userId, turn, listener);
  if (ended.outcome === "gone") throw chatDeleted();
  return ended.outcome === "answered" ? ended.reply : undefined;
}

/** Writes the answer and stores it; undefined when another request has taken it over meanwhile. */
async function answer(
  turn: Begun,
  context: TurnContext,
  listener: Listener,
): Promise<Message | undefined> {
  const { backend } = context;
  const { line } = listener;
  const { model } = turn.answer;
  const started = performance.now();
  const ended = new AbortController();
  let content = "";
  let firstTextMs: number | null = null;
  let cut: Cut | undefined;

  const onCut = (reason: Cut) => {
    cut = reason;
    ended.abort();
  };
  const claim = keepClaim(backend, turn, onCut, line);
  listener.left.addEventListener("abort", claim.renew, { once: true });
  /** Keeps what was written for the Undo of the deletion. */
  const handOver = async (facts: AnswerFacts) => {
    if (content !== "") await release(turn, { failure: "gone", content, facts }, context, line);
    return chatDeleted();
  };

  try {
    const texts = streamAnswer({
      settings: context.settings,
      model,
      history: turn.history,
      signal: ended.signal,
      limits: context.streamLimits,
      log: ({ failure, status, notice }) =>
        line.add({ failure, providerStatus: status, ...(notice && { notice }) }),
    });
    let next = await texts.next();
    while (!next.done) {
      firstTextMs ??= Math.round(performance.now() - started);
      content += next.value;
      claim.add(next.value);
      listener.onText(next.value);
      next = await texts.next();
    }
    claim.close();
    const { ending, tries, usage } = next.value;
    const facts = { ...usage, firstTextMs };
    line.add({ model, tries, ...countsOf(facts) });
    if (cut?.outcome === "answered") return cut.reply;
    if (cut?.outcome === "gone") throw await handOver(facts);
    if (cut?.outcome === "lost") return undefined;
    if (cut?.outcome === "stopped" || ending.kind === "finished") {
      const store = () => backend.finishTurn(turn, content, facts);
      const outcome = await storeWhileAway(store, line.addSurvived);
      if (outcome.outcome === "gone") throw await handOver(facts);
      return replyOf(outcome);
    }
    const failure = failureOf(ending, model);
    const { code, message: failureText } = failure;
    await release(turn, { failure: code, failureText, content, facts }, context, line);
    throw failure;
  } finally {
    claim.close();
    listener.left.removeEventListener("abort", claim.renew);
    ended.abort();
  }
}

/**
 * Gives up a claim, with what was written. Goes on while the database is away, but returns after two seconds. When it
 * fails, the claim runs out by itself.
 */
async function release(
  turn: Begun,
  broken: BrokenOff,
  { backend, waitUntil }: TurnContext,
  line: RequestLog,
): Promise<void> {
  const store = () => backend.releaseTurn(turn, broken);
  const released = storeWhileAway(store, line.addSurvived).catch(line.addSurvived);
  line.waitFor(released);
  waitUntil(released);
  await Promise.race([released, delay(RELEASE_WAIT_MS)]);
}

/** What is known of an answer, as fields of the log; what is not known is left out. */
function countsOf({ firstTextMs, inputTokens, cachedTokens, outputTokens }: AnswerFacts) {
  const counts = Object.entries({ firstTextMs, inputTokens, cachedTokens, outputTokens });
  return Object.fromEntries(counts.filter((entry): entry is [string, number] => entry[1] !== null));
}

function failureOf(ending: Ending, model: ModelId): Refusal {
  if (ending.kind !== "failed") return stoppedEarly();
  const { status, code, error } = describeFailure(ending.failure, MODEL_LABELS[model]);
  const { retryable, retryAfterSeconds: seconds } = ending;
  const headers = seconds === undefined ? {} : retryAfter(seconds);
  return new Refusal(status, code, error, { headers, retryable });
}

function replyOf(outcome: Exclude<FinishOutcome, { outcome: "gone" }>): Message | undefined {
  if (outcome.outcome === "stored") return outcome.reply;
  if (outcome.outcome === "lost") return undefined;
  throw stoppedEarly();
}

function noFurtherAnswer(): Refusal {
  const text = "This message takes no further replies, or an id was used for something else.";
  return new Refusal(409, "conflict", text);
}

function stoppedEarly(): Refusal {
  const text = "The reply was stopped before anything was written.";
  return new Refusal(409, "conflict", text, { retryable: true });
}

function laterOf(before: string | null, now: string): string {
  return before !== null && Date.parse(before) > Date.parse(now) ? before : now;
}
