import type { TurnRequest } from "./backend.ts";
import type { TurnEvent } from "./contract.ts";
import { eventStream, internalFault, json, Refusal } from "./http.ts";
import { type Accepted, type Answered, begin, complete, TurnFailure, type Turns } from "./turn.ts";

/**
 * Takes a turn and answers in the form the request asked for: with `Accept: text/event-stream` the events of
 * DESIGN 5, else `shape` of the whole turn as JSON.
 */
export async function respond(
  request: Request,
  question: TurnRequest,
  turns: Turns,
  shape: (answered: Answered) => unknown,
): Promise<Response> {
  const accepted = await begin(question, turns);
  if (/\btext\/event-stream\b/i.test(request.headers.get("accept") ?? "")) {
    return eventStream(events(accepted, question, turns));
  }
  const completed = complete(accepted, question, turns, {
    onText: () => {},
    left: new AbortController().signal,
  });
  turns.waitUntil(completed.catch(() => {}));
  return json(shape(await completed));
}

function events(
  accepted: Accepted,
  question: TurnRequest,
  turns: Turns,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const leaving = new AbortController();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (event: TurnEvent) => {
        if (!leaving.signal.aborted)
          controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
      };
      send({ type: "user_message", chat: accepted.chat, userMessage: accepted.question });
      const run = async () => {
        try {
          const { reply } = await complete(accepted, question, turns, {
            onText: (text) => send({ type: "delta", text }),
            left: leaving.signal,
          });
          send({ type: "ai_message", aiMessage: reply });
        } catch (error) {
          send(errorEvent(error));
        }
        if (!leaving.signal.aborted) controller.close();
      };
      turns.waitUntil(run());
    },
    cancel() {
      leaving.abort();
    },
  });
}

function errorEvent(thrown: unknown): TurnEvent {
  const retryable =
    thrown instanceof TurnFailure
      ? thrown.retryable
      : !(thrown instanceof Refusal) || thrown.status >= 500;
  const { message: error, code } = thrown instanceof Refusal ? thrown : internalFault();
  return { type: "error", error, code, retryable };
}
