import type { Backend } from "../database/backend.ts";
import type { Begun } from "../database/outcomes.ts";
import type { ProviderSettings } from "../providers/provider-settings.ts";
import { streamAnswer } from "../providers/stream-answer.ts";
import { limitsWithin, type StreamLimits } from "../providers/stream-limits.ts";
import type { RequestLog } from "../request-log.ts";
import { needsName } from "../text-rules.ts";
import { chatName, NAMING, namingMessage } from "./name-rules.ts";

/** What a name may cost. It is not worth a second try. */
export function namingLimits(limits: StreamLimits, workerMs: number): StreamLimits {
  const within = limitsWithin(limits, workerMs);
  const totalMs = Math.min(limits.namingMs, within.totalMs);
  return { ...within, totalMs, tries: 1, bytes: 2_000, chunks: Math.min(500, within.chunks) };
}

/** Whether a turn also asks for a name: the first one of a chat, whose message is longer than its title. */
export function asksForName({ unnamed, question, answer }: Begun): boolean {
  // Of answers that are asked for together, the turn of the first one does.
  const [first] = question.asked_together ?? [];
  return (
    unnamed && (first === undefined || first.answerId === answer.id) && needsName(question.content)
  );
}

/**
 * Asks the chat's model for its name and stores it, unless a person has named the chat meanwhile. Returns the stored
 * name, or null. Never throws: where anything fails, the first line stays.
 */
export async function nameChat(
  { chat, question }: Begun,
  context: {
    backend: Backend;
    settings: ProviderSettings;
    streamLimits: StreamLimits;
    worker: { endsAt: number; ending: AbortSignal };
  },
  requestLog: RequestLog,
): Promise<string | null> {
  const { backend, settings, streamLimits, worker } = context;
  try {
    const texts = streamAnswer({
      settings,
      model: chat.model,
      system: NAMING,
      history: [{ role: "user", content: namingMessage(question.content) }],
      signal: worker.ending,
      limits: namingLimits(streamLimits, worker.endsAt - performance.now()),
      log: ({ failure, notice }) => requestLog.add({ titleFailure: failure, notice }),
    });
    let written = "";
    let next = await texts.next();
    while (!next.done) {
      written += next.value;
      next = await texts.next();
    }
    const { ending, usage } = next.value;
    const { inputTokens: titleInputTokens, outputTokens: titleOutputTokens } = usage;
    requestLog.add({ titleInputTokens, titleOutputTokens });
    const title = ending.kind === "finished" ? chatName(written) : null;
    if (title === null) return null;
    const { outcome } = await backend.call("name_chat", {
      p_user_id: chat.user_id,
      p_chat_id: chat.id,
      p_question_id: question.id,
      p_title: title,
    });
    return outcome === "named" ? title : null;
  } catch (error) {
    requestLog.addSurvived(error);
    return null;
  }
}
