import type { Backend } from "../database/backend.ts";
import type { Begun, Outcome } from "../database/outcomes.ts";
import { delay } from "../delay.ts";
import { Refusal } from "../refusal.ts";
import type { RequestLog } from "../request-log.ts";
import { AFTER_REPLY_SECONDS } from "../time-limits.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;

/**
 * Waits until another request has ended the turn of an answer, and returns how. Asks the database less and less often,
 * without a lock, and ignores calls that fail. Rejects with a Refusal when `left` is aborted, and when nothing was
 * heard for longer than a turn can take whose reply takes `replyMs` at most.
 */
export async function waitForAnswer(
  backend: Backend,
  userId: string,
  { question, answer }: Pick<Begun, "question" | "answer">,
  { left, requestLog, replyMs }: { left: AbortSignal; requestLog: RequestLog; replyMs: number },
): Promise<Exclude<Outcome<"look_at_turn">, { outcome: "running" }>> {
  const waited = { p_user_id: userId, p_question_id: question.id, p_answer_id: answer.id };
  // Makes room for another one. When this fails, the next claim does.
  const leave = () => backend.call("leave_turn", waited).catch(requestLog.addSurvived);
  const deadline = performance.now() + replyMs + AFTER_REPLY_SECONDS * 1000;
  let wait = FIRST_WAIT_MS;
  while (performance.now() < deadline) {
    await delay(wait, left);
    if (left.aborted) {
      await leave();
      throw new Refusal(408, "timed_out", "The request was given up.");
    }
    const seen = await backend.call("look_at_turn", waited).catch(requestLog.addSurvived);
    if (seen && seen.outcome !== "running") return seen;
    wait = Math.min(wait * 1.6, LONGEST_WAIT_MS);
  }
  await leave();
  throw new Refusal(504, "timed_out", "The reply took too long. Please try again.");
}
