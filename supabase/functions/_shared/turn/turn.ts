import type { Backend } from "../backend.ts";
import type { Chat, Message } from "../contract.ts";
import { type ModelId, MODELS } from "../models.ts";
import { describeFailure } from "../providers/failures.ts";
import type { ProviderSettings } from "../providers/provider-settings.ts";
import { type Ending, streamAnswer } from "../providers/stream-answer.ts";
import type { StreamLimits } from "../providers/stream-limits.ts";
import type { Usage } from "../providers/usage-rules.ts";
import { chatDeleted, Refusal, refusalOf, retryAfter } from "../refusal.ts";
import type { RequestLog } from "../request-log.ts";
import { CLAIM_RENEWAL_SECONDS } from "../time-limits.ts";
import type { TurnRequest } from "../turn-arguments.ts";
import type { BeginOutcome, Begun, FinishOutcome, RenewOutcome } from "../turn-outcomes.ts";
import { storeAnswer } from "./store-answer.ts";
import { waitForAnswer } from "./wait-for-answer.ts";

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
 * Follows a turn: `onText` is called with each piece of text; `left` is aborted when nobody reads them any more; `line`
 * is what the request leaves in the log.
 */
export type Listener = { onText: (text: string) => void; left: AbortSignal; line: RequestLog };

/** A question with its answer. */
export type Answered = { chat: Chat; question: Message; reply: Message };

/** Records a question and claims its answer. Refuses with 403, 404, 409, 410 or 429; then nothing was changed. */
export async function begin(request: TurnRequest, { backend }: TurnContext): Promise<Accepted> {
  const outcome = await backend.beginTurn(request);
  if ("chat" in outcome) return outcome;
  throw refusalOf(outcome);
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
  return {
    chat: { ...turn.chat, last_message_at: laterOf(turn.chat.last_message_at, reply.created_at) },
    question: turn.question,
    reply,
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
  const { backend } = context;
  const ended = await waitForAnswer(backend, request.userId, turn, listener);
  if (ended.outcome === "gone") throw chatDeleted();
  return ended.outcome === "answered" ? ended.reply : undefined;
}

/** Writes the answer and stores it; undefined when another request has taken the question over meanwhile. */
async function answer(
  turn: Begun,
  context: TurnContext,
  listener: Listener,
): Promise<Message | undefined> {
  const { backend } = context;
  const { model } = turn.answer;
  const { line } = listener;
  const started = performance.now();
  const ended = new AbortController();
  let content = "";
  let cut: RenewOutcome | undefined;

  // Extends the claim, and learns whether the person pressed Stop or deleted the chat.
  const renew = async () => {
    const outcome = await backend.renewTurn(turn).catch(line.addSurvived);
    if (!outcome || outcome.outcome === "running" || ended.signal.aborted) return;
    cut = outcome;
    ended.abort();
  };
  const renewal = setInterval(() => void renew(), CLAIM_RENEWAL_SECONDS * 1000);
  const onLeave = () => void renew();
  listener.left.addEventListener("abort", onLeave, { once: true });

  try {
    const pieces = streamAnswer({
      settings: context.settings,
      model,
      history: turn.history,
      signal: ended.signal,
      limits: context.streamLimits,
      log: ({ failure, status }) => line.add({ failure, providerStatus: status }),
    });
    let piece = await pieces.next();
    while (!piece.done) {
      if (content === "") line.add({ firstTextMs: Math.round(performance.now() - started) });
      content += piece.value;
      listener.onText(piece.value);
      piece = await pieces.next();
    }
    const { ending, tries, usage } = piece.value;
    line.add({ model, tries, ...countsOf(usage) });
    if (cut?.outcome === "answered") return cut.reply;
    if (cut?.outcome === "gone") throw chatDeleted();
    if (cut?.outcome === "lost") return undefined;
    if (cut?.outcome === "stopped" || ending.kind === "finished")
      return replyOf(await storeAnswer(backend, turn, content, line.addSurvived));
    // When this fails, the claim runs out by itself.
    const failure = failureOf(ending, model);
    const broken = { failure: failure.code, content, firstTextMs: null };
    await backend.releaseTurn(turn, broken).catch(line.addSurvived);
    throw failure;
  } finally {
    clearInterval(renewal);
    listener.left.removeEventListener("abort", onLeave);
    ended.abort();
  }
}

/** What the provider counted, as fields of the log; what it did not say is left out. */
function countsOf({ inputTokens, cachedTokens, outputTokens }: Usage): Record<string, number> {
  const counts = Object.entries({ inputTokens, cachedTokens, outputTokens });
  return Object.fromEntries(counts.filter((entry): entry is [string, number] => entry[1] !== null));
}

function failureOf(ending: Ending, model: ModelId): Refusal {
  if (ending.kind !== "failed") return stoppedEarly();
  const { status, code, error } = describeFailure(ending.failure, MODELS[model].label);
  const { retryable, retryAfterSeconds: seconds } = ending;
  const headers = seconds === undefined ? {} : retryAfter(seconds);
  return new Refusal(status, code, error, { headers, retryable });
}

function replyOf(outcome: FinishOutcome): Message | undefined {
  if (outcome.outcome === "stored") return outcome.reply;
  if (outcome.outcome === "lost") return undefined;
  throw outcome.outcome === "gone" ? chatDeleted() : stoppedEarly();
}

function stoppedEarly(): Refusal {
  const text = "The reply was stopped before anything was written.";
  return new Refusal(409, "conflict", text, { retryable: true });
}

function laterOf(left: string | null, right: string): string {
  return left !== null && Date.parse(left) > Date.parse(right) ? left : right;
}
