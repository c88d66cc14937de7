import type { SendMessageResponse, StreamEvent, TurnTimedOut } from "../contract.ts";
import { delay } from "../delay.ts";
import { eventStream, json } from "../endpoint/http.ts";
import type { RequestLog } from "../request-log.ts";
import { HEARTBEAT_SECONDS } from "../time-limits.ts";
import {
  type Accepted,
  begin,
  complete,
  turnStartOf,
  type TurnContext,
  type TurnRequest,
} from "./turn.ts";

/**
 * Runs a turn and responds in the form that the request asked for: with `Accept: text/event-stream` as stream events,
 * else as JSON, with the chat where it is new. JSON that takes longer than hosts wait becomes `timed_out`, with where
 * the answer will be; the turn goes on. Refuses before the first event where the question is not accepted.
 */
export async function respondWithTurn(
  request: Request,
  requestLog: RequestLog,
  turn: TurnRequest,
  context: TurnContext,
): Promise<Response> {
  const accepted = await begin(turn, context);
  if (/\btext\/event-stream\b/i.test(request.headers.get("accept") ?? "")) {
    return eventStream(events(accepted, requestLog, turn, context));
  }
  const listener = { onText: () => {}, onTitle: () => {}, left: request.signal, requestLog };
  const completed = complete(accepted, turn, context, listener);
  context.waitUntil(completed.catch(() => {}));
  const inTime = await Promise.race([completed, delay(context.jsonMs)]);
  if (!inTime) {
    requestLog.add({ code: "timed_out" });
    requestLog.waitFor(completed.catch(requestLog.addRefusal));
    return json(timedOut(accepted), 504);
  }
  const { chat, ...answered } = inTime;
  return json(turn.startsChat ? { chat, ...answered } : (answered satisfies SendMessageResponse));
}

function timedOut(accepted: Accepted): TurnTimedOut {
  const { chat, question } = accepted;
  const { answerId } = turnStartOf(accepted);
  const error = "The reply takes longer than this request can wait. It will be in the chat.";
  return { error, code: "timed_out", chatId: chat.id, messageId: question.id, answerId };
}

function events(
  accepted: Accepted,
  requestLog: RequestLog,
  turn: TurnRequest,
  context: TurnContext,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const leaving = new AbortController();
  let heartbeat: ReturnType<typeof setInterval>;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let isOver = false;
      const send = (event: StreamEvent) => {
        if (!leaving.signal.aborted && !isOver)
          controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
      };
      heartbeat = setInterval(
        () => controller.enqueue(encoder.encode(":\n\n")),
        HEARTBEAT_SECONDS * 1000,
      );
      const { chat, question: userMessage } = accepted;
      send({ type: "user_message", chat, userMessage, ...turnStartOf(accepted) });
      const run = async () => {
        try {
          const { aiMessage } = await complete(accepted, turn, context, {
            onText: (text) => send({ type: "delta", text }),
            onTitle: (title) => send({ type: "title", title }),
            left: leaving.signal,
            requestLog,
          });
          send({ type: "ai_message", aiMessage });
        } catch (thrown) {
          const { message, code, retryable } = requestLog.addRefusal(thrown);
          send({ type: "error", error: message, code, retryable });
        }
        isOver = true;
        clearInterval(heartbeat);
        if (!leaving.signal.aborted) controller.close();
      };
      const running = run();
      requestLog.waitFor(running);
      context.waitUntil(running);
    },
    cancel() {
      clearInterval(heartbeat);
      leaving.abort();
    },
  });
}
