import type { OpenAnswer, Message } from "#contract";
import { storedTurnOf } from "#features/chat/turns/stored-turn.ts";
import { unansweredState } from "#features/chat/turns/turn-flow.ts";
import { type Turn, turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import type { Shown } from "./conversation-rules.ts";

/**
 * The turn to try again for an answer that failed, in this tab or in an earlier page; null when its question is gone.
 * `isFurther`: there is more than this one answer to the question. `isJoint`: they stand side by side.
 */
export function failedTurn(
  {
    inChat,
    loaded = [],
    openAnswers = [],
    shown,
  }: {
    inChat: readonly Turn[];
    loaded?: readonly Message[] | undefined;
    openAnswers?: readonly OpenAnswer[] | undefined;
    shown: Pick<Shown, "joint">;
  },
  questionId: string,
  answerId: string | null,
): { turn: Turn; isFurther: boolean; isJoint: boolean } | null {
  const answers = [
    ...inChat.filter((turn) => turn.questionId === questionId).map((turn) => turn.answerId),
    ...loaded.filter((message) => message.reply_to === questionId).map(({ id }) => id),
    ...openAnswers
      .filter((openAnswer) => openAnswer.question_id === questionId)
      .map(({ id }) => id),
  ];
  const part = shown.joint?.parts.find((part) => part.answerId === answerId);
  const isJoint = part !== undefined;
  const isFurther = isJoint || new Set(answers).size > 1;
  const own = inChat.find((turn) => turn.questionId === questionId && turn.answerId === answerId);
  if (own !== undefined) return { turn: own, isFurther, isJoint };
  const question = loaded.find((message) => message.id === questionId);
  if (question === undefined) return null;
  const openAnswer = openAnswers.find(({ id }) => id === answerId);
  const state = unansweredState(storedTurnOf(openAnswer, true), 0);
  const turn = turnOfQuestion(
    question,
    { answerId, model: openAnswer?.model ?? part?.model ?? null },
    state,
  );
  return { turn, isFurther, isJoint };
}
