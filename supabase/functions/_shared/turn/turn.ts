import type { z } from "zod";
import { comparisonMessage } from "../comparison-text.ts";
import type {
  Chat,
  Message,
  sendMessageRequest,
  StartChatResponse,
  startChatRequest,
  TurnStart,
} from "../contract.ts";
import { type ArgumentsOf, type Backend, claimOf } from "../database/backend.ts";
import type { Begun, Outcome } from "../database/outcomes.ts";
import { delay } from "../delay.ts";
import { MODEL_IDS, MODEL_LABELS, type ModelId } from "../models.ts";
import { systemText } from "../providers/answer-stream.ts";
import { describeFailure } from "../providers/failures.ts";
import type { ProviderSettings } from "../providers/provider-settings.ts";
import { type Ending, streamAnswer } from "../providers/stream-answer.ts";
import { limitsWithin, STREAM_LIMITS, type StreamLimits } from "../providers/stream-limits.ts";
import { Refusal, refusalOf, retryAfter } from "../refusal.ts";
import type { RequestLog } from "../request-log.ts";
import { makeTitle, MESSAGE_LIMIT } from "../text-rules.ts";
import { CLAIM_SECONDS } from "../time-limits.ts";
import { type Cut, keepClaim } from "./keep-claim.ts";
import { asksForName, nameChat } from "./name-chat.ts";
import { nameReplies } from "./reply-names.ts";
import { storeWhileAway } from "./store-answer.ts";
import { waitForAnswer } from "./wait-for-answer.ts";

/** How long an error waits for its claim to be released. */
const RELEASE_WAIT_MS = 2_000;

const INTERRUPTED: Ending = { kind: "failed", failure: "interrupted", retryable: true };
const WORN_OUT: Ending = { kind: "failed", failure: "worn_out", retryable: false };

/** The body of a request, with whose question it is and where it belongs. */
export type TurnRequest = z.output<typeof startChatRequest> &
  Partial<z.output<typeof sendMessageRequest>> & {
    userId: string;
    chatId: string;
    messageId: string;
    startsChat: boolean;
  };

/** What turns need besides the request. */
export type TurnContext = {
  backend: Backend;
  settings: ProviderSettings;
  streamLimits: StreamLimits;
  /** Whether models name chats. */
  titles: boolean;
  /** How long a request for JSON waits for its answer. */
  jsonMs: number;
  /** When the worker ends, on the clock of `performance.now`, and the signal that is aborted shortly before. */
  worker: { endsAt: number; ending: AbortSignal };
  /** Keeps the function alive until the promise settles, also when the browser has left. */
  waitUntil: (work: Promise<unknown>) => void;
};

/** A question that is stored, and how its answer stands. */
export type Accepted = Extract<Outcome<"begin_turn">, { chat: Chat }>;

/**
 * Follows a turn: `onText` is called with each text as it comes, `onTitle` with the name of the chat, which may come
 * after the reply; `left` is aborted when nobody reads any more; `requestLog` is the log entry of the request.
 */
export type Listener = {
  onText: (text: string) => void;
  onTitle: (title: string) => void;
  left: AbortSignal;
  requestLog: RequestLog;
};

/** Stores a question and claims an answer. Refuses with 400, 403, 404, 409, 410 or 429; then nothing was changed. */
export async function begin(
  request: TurnRequest,
  { backend, waitUntil }: TurnContext,
): Promise<Accepted> {
  const { turnsPerMinute, turnsPerDay, chatsPerMinute, contextTokens } = backend.limits;
  const outcome = await backend.call("begin_turn", {
    p_user_id: request.userId,
    p_chat_id: request.chatId,
    p_starts_chat: request.startsChat,
    p_question_id: request.messageId,
    p_content: request.message,
    p_title: makeTitle(request.message),
    p_model: request.model,
    p_turns_per_minute: turnsPerMinute,
    p_turns_per_day: turnsPerDay,
    p_chats_per_minute: chatsPerMinute,
    p_lease: `${CLAIM_SECONDS} seconds`,
    p_budgets: Object.fromEntries(MODEL_IDS.map((id) => [id, contextTokens])),
    p_answer_id: request.answerId,
    p_follows: request.follows,
    p_unless_chosen: request.unlessChosen,
    p_together: request.together,
    p_compares: request.compares,
    p_from_chat: request.from?.chatId,
    p_from_message: request.from?.messageId,
    p_may_be_new: request.message.length <= MESSAGE_LIMIT,
  });
  // The search index does not have the copies yet. If this fails, the next search indexes them.
  if (outcome.outcome === "begun" && request.from)
    waitUntil(backend.indexMessages(request.userId).catch(() => {}));
  if ("chat" in outcome) return outcome;
  if (outcome.outcome !== "conflict" || request.answerId === undefined) throw refusalOf(outcome);
  throw request.compares ? notToCompare() : noFurtherAnswer();
}

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
  turn: Accepted,
  request: TurnRequest,
  context: TurnContext,
  listener: Listener,
): Promise<StartChatResponse> {
  const reply = await replyTo(turn, request, context, listener);
  if (reply === undefined) {
    // Without `startsChat`, so that a chat that is deleted meanwhile is not created again.
    const again = { ...request, startsChat: false };
    return complete(await begin(again, context), again, context, listener);
  }
  const { turnsLeft } = turnStartOf(turn);
  const { last_message_at: at, last_answer_at: answeredAt } = turn.chat;
  return {
    chat: {
      ...turn.chat,
      last_message_at: laterOf(at, reply.created_at),
      last_answer_at: reply.compares ? answeredAt : laterOf(answeredAt, reply.created_at),
    },
    userMessage: turn.question,
    aiMessage: reply,
    ...turnStartOfReply(reply),
    turnsLeft,
  };
}

/** The answer to a question; undefined when it has to be claimed again. */
async function replyTo(
  turn: Accepted,
  request: TurnRequest,
  context: TurnContext,
  listener: Listener,
): Promise<Message | undefined> {
  if (turn.outcome === "answered") return turn.reply;
  const written = turn.outcome === "begun" ? await answer(turn, context, listener) : undefined;
  if (written !== undefined) return written;
  const ended = await waitForAnswer(context.backend, request.userId, turn, {
    ...listener,
    replyMs: context.streamLimits.totalMs,
  });
  if (ended.outcome === "gone") throw refusalOf({ outcome: "gone" });
  if (ended.outcome === "stopped") throw stoppedEarly();
  return ended.outcome === "answered" ? ended.reply : undefined;
}

/** Writes the answer and stores it; undefined when another request has taken it over meanwhile. */
async function answer(
  turn: Begun,
  context: TurnContext,
  listener: Listener,
): Promise<Message | undefined> {
  const { backend, worker } = context;
  const { requestLog } = listener;
  const { model } = turn.answer;
  const started = performance.now();
  const ended = new AbortController();
  const asked = aboutReplies(turn);
  let content = "";
  let firstTextMs: number | null = null;
  let cut: Cut | undefined;

  const onCut = (reason: Cut) => {
    cut = reason;
    ended.abort();
  };
  const interrupt = () => ended.abort();
  worker.ending.addEventListener("abort", interrupt);
  if (worker.ending.aborted) interrupt();
  const claim = keepClaim(backend, turn, onCut, requestLog);
  listener.left.addEventListener("abort", claim.renew, { once: true });

  const pass = (text: string) => {
    if (text === "") return;
    content += text;
    claim.add(text);
    listener.onText(text);
  };

  try {
    const texts = streamAnswer({
      settings: context.settings,
      model,
      system: systemText(turn.instructions),
      history: asked?.history ?? turn.history,
      signal: ended.signal,
      limits: limitsWithin(
        { ...context.streamLimits, ...asked?.limits },
        worker.endsAt - performance.now(),
      ),
      log: ({ failure, status, notice }) =>
        requestLog.add({ failure, providerStatus: status, notice }),
    });
    const first = texts.next();
    // Beside the reply, whose request goes out first.
    if (context.titles && asksForName(turn)) {
      const naming = nameChat(turn, context, requestLog).then((title) => {
        if (title !== null) listener.onTitle(title);
      });
      requestLog.waitFor(naming);
      context.waitUntil(naming);
    }
    let next = await first;
    while (!next.done) {
      firstTextMs ??= Math.round(performance.now() - started);
      pass(asked ? asked.names.add(next.value) : next.value);
      next = await texts.next();
    }
    if (asked) pass(asked.names.end());
    claim.close();
    const { ending, tries, usage } = next.value;
    const { providerModel, inputTokens, cachedTokens, outputTokens } = usage;
    requestLog.add({ model, tries, firstTextMs, inputTokens, cachedTokens, outputTokens });
    const written = {
      ...claimOf(turn),
      p_content: content,
      p_input_tokens: inputTokens,
      p_cached_tokens: cachedTokens,
      p_output_tokens: outputTokens,
      p_first_text_ms: firstTextMs,
    };
    /** Keeps what was written, in case the deletion is undone. */
    const handOver = async () => {
      if (content !== "") await release({ ...written, p_failure: "gone" }, context, requestLog);
      return refusalOf({ outcome: "gone" });
    };
    if (cut?.outcome === "answered") return cut.reply;
    if (cut?.outcome === "gone") throw await handOver();
    if (cut?.outcome === "lost") return undefined;
    if (cut?.outcome === "stopped" || ending.kind === "finished") {
      const store = () =>
        backend.call("finish_turn", { ...written, p_provider_model: providerModel });
      const outcome = await storeWhileAway(store, requestLog.addSurvived);
      if (outcome.outcome === "gone") throw await handOver();
      return replyOf(outcome);
    }
    const cutShort = worker.ending.reason === "cpu" ? WORN_OUT : INTERRUPTED;
    const failed = worker.ending.aborted ? cutShort : ending;
    const failure = failureOf(failed, model);
    const { code: p_failure, message: p_failure_text } = failure;
    const p_is_refused = failed.kind === "failed" && failed.failure === "refused";
    await release({ ...written, p_failure, p_failure_text, p_is_refused }, context, requestLog);
    throw failure;
  } finally {
    claim.close();
    listener.left.removeEventListener("abort", claim.renew);
    worker.ending.removeEventListener("abort", interrupt);
    // With a reason: without one an error is made for each turn, with its stack.
    ended.abort("over");
  }
}

/** The most bytes that a model may write about replies. With names for letters it becomes up to 8.5 times as long. */
const BYTES_ABOUT_REPLIES = Math.floor(STREAM_LIMITS.bytes / 8.5);

/** What a comparison needs besides; undefined for an answer. */
function aboutReplies({ answer: { id }, history, compared, compared_tokens: tokens }: Begun) {
  if (compared === null) return undefined;
  const { content, names } = comparisonMessage(id, compared, tokens);
  return {
    history: [...history, { role: "user" as const, content }],
    names: nameReplies(names),
    limits: { bytes: BYTES_ABOUT_REPLIES },
  };
}

/**
 * Releases a claim, with what was written. Goes on while the database is away, but returns after two seconds. When it
 * fails, the claim runs out by itself.
 */
async function release(
  broken: ArgumentsOf<"release_turn">,
  { backend, waitUntil }: TurnContext,
  requestLog: RequestLog,
): Promise<void> {
  const store = () => backend.call("release_turn", broken);
  const released = storeWhileAway(store, requestLog.addSurvived).catch(requestLog.addSurvived);
  requestLog.waitFor(released);
  waitUntil(released);
  await Promise.race([released, delay(RELEASE_WAIT_MS)]);
}

function failureOf(ending: Ending, model: ModelId): Refusal {
  if (ending.kind !== "failed") return stoppedEarly();
  const { status, code, error } = describeFailure(ending.failure, MODEL_LABELS[model]);
  const { retryable, retryAfterSeconds: seconds } = ending;
  const headers = seconds === undefined ? {} : retryAfter(seconds);
  return new Refusal(status, code, error, { headers, retryable });
}

function replyOf(
  outcome: Exclude<Outcome<"finish_turn">, { outcome: "gone" }>,
): Message | undefined {
  if (outcome.outcome === "stored") return outcome.reply;
  if (outcome.outcome === "lost") return undefined;
  throw stoppedEarly();
}

function noFurtherAnswer(): Refusal {
  const text = "This message cannot have more replies, or an id was used for something else.";
  return new Refusal(409, "conflict", text);
}

function notToCompare(): Refusal {
  const text =
    "Only complete replies to this message can be compared, at most twelve times, each time with a new id.";
  return new Refusal(409, "conflict", text);
}

function stoppedEarly(): Refusal {
  const text = "The reply was stopped before anything was written.";
  return new Refusal(409, "conflict", text, { retryable: true });
}

function laterOf(before: string | null, now: string): string {
  return before !== null && Date.parse(before) > Date.parse(now) ? before : now;
}
