import type { StreamEvent } from "../contract.ts";
import type { TurnRequest } from "../database/turn-arguments.ts";
import { eventStream, json } from "../endpoint/http.ts";
import { internalFault, Refusal } from "../refusal.ts";
import type { RequestLog } from "../request-log.ts";
import {
  type Accepted,
  type Answered,
  begin,
  complete,
  turnStartOf,
  type TurnContext,
} from "./turn.ts";

/**
 * Runs a turn and responds in the form that the request asked for: with `Accept: text/event-stream` as stream events,
 * else as JSON in the given `shape`. Refuses before the first event where the question is not accepted.
 */
export async function respondWithTurn(
  request: Request,
  line: RequestLog,
  turn: TurnRequest,
  context: TurnContext,
  shape: (answered: Answered) => unknown,
): Promise<Response> {
  const accepted = await begin(turn, context);
  if (/\btext\/event-stream\b/i.test(request.headers.get("accept") ?? "")) {
    return eventStream(events(accepted, line, turn, context));
  }
  const listener = { onText: () => {}, left: request.signal, line };
  const completed = complete(accepted, turn, context, listener);
  context.waitUntil(completed.catch(() => {}));
  return json(shape(await completed));
}

function events(
  accepted: Accepted,
  line: RequestLog,
  turn: TurnRequest,
  context: TurnContext,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const leaving = new AbortController();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (event: StreamEvent) => {
        if (!leaving.signal.aborted)
          controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
      };
      const { chat, question: userMessage } = accepted;
      send({ type: "user_message", chat, userMessage, ...turnStartOf(accepted) });
      const run = async () => {
        try {
          const { reply } = await complete(accepted, turn, context, {
            onText: (text) => send({ type: "delta", text }),
            left: leaving.signal,
            line,
          });
          send({ type: "ai_message", aiMessage: reply });
        } catch (thrown) {
          line.addRefusal(thrown);
          send(errorEvent(thrown instanceof Refusal ? thrown : internalFault()));
        }
        if (!leaving.signal.aborted) controller.close();
      };
      const running = run();
      line.waitFor(running);
      context.waitUntil(running);
    },
    cancel() {
      leaving.abort();
    },
  });
}

function errorEvent({ message, code, retryable }: Refusal): StreamEvent {
  return { type: "error", error: message, code, retryable };
}
