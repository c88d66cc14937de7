import { useEffect, useEffectEvent } from "react";
import type { Message } from "#contract";
import { endedUnnoted, type Joint } from "#features/chat/answers/joint-rules.ts";
import { type JointAnswer, withSent } from "#features/chat/choice/answer-choice-rules.ts";
import { answerChoices } from "#features/chat/choice/answer-choices.ts";
import type { Shown } from "./conversation-rules.ts";

/** Asks for those of several answers that an earlier page was told to ask for, and was closed before it could. */
export function useUnsentAnswers(
  userId: string,
  { joint, known }: Pick<Shown, "joint" | "known">,
  askUnsent: (question: Message, unsent: readonly JointAnswer[]) => Promise<void>,
) {
  const resume = useEffectEvent((joint: Joint) => {
    const ended = endedUnnoted(joint.parts);
    if (ended.length > 0)
      answerChoices(userId).change((all) => withSent(all, joint.questionId, ended));
    const question = known.find(({ id }) => id === joint.questionId);
    if (question && joint.unsent.length > 0) void askUnsent(question, joint.unsent);
  });
  useEffect(() => {
    if (joint !== null) resume(joint);
  }, [joint]);
}
