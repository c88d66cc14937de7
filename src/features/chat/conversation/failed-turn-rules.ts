import { type Turn, turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { newId } from "#new-id";
import type { Shown } from "./conversation-rules.ts";

/**
 * The turn to try again for an answer that failed, in this tab or in an earlier page; null when its question is gone.
 * `isFurther`: there is more than this one answer to the question. `isJoint`: they stand side by side. `left`: what it has
 * left.
 * @param answerId Null where nothing is known of the answer.
 */
export function failedTurn(
  { inChat, shown }: { inChat: readonly Turn[]; shown: Pick<Shown, "joint" | "known" | "live"> },
  questionId: string,
  answerId: string | null,
): { turn: Turn; isFurther: boolean; isJoint: boolean; left: string } | null {
  const { joint, known, live } = shown;
  const answers = [
    ...known.filter((message) => message.reply_to === questionId),
    ...live.filter((answer) => answer.questionId === questionId),
  ];
  const part = joint?.parts.find((part) => part.answerId === answerId);
  const isJoint = part !== undefined;
  const isFurther = isJoint || answers.length > 1;
  const own = inChat.find(({ id }) => id === answerId);
  const failed = live.find(({ id }) => id === answerId);
  const about = { isFurther, isJoint, left: failed?.failed?.text ?? "" };
  if (own !== undefined) return { turn: own, ...about };
  const question = known.find((message) => message.id === questionId);
  if (question === undefined) return null;
  const model = failed?.model ?? part?.model ?? null;
  const turn = turnOfQuestion(question, { answerId: answerId ?? newId(), model });
  return { turn, ...about };
}
