import { useMemo, useState } from "react";
import type { Message } from "#contract";
import { differences, type TextRange } from "#features/chat/text/compare-rules.ts";

/** The answers to one question that are compared: where each of them differs from the others, by its id. */
export type Comparison = ReadonlyMap<string, readonly TextRange[]>;

/** The legend of the marks. */
export const COMPARED = "Underlined: numbers, dates and names that differ between the replies.";

const NOTHING: Comparison = new Map();

/** Which answers are compared now, and what begins or ends that for the answers to a question. */
export function useComparison(known: readonly Message[]) {
  const [questionId, setQuestionId] = useState<string | null>(null);
  const compared = useMemo(() => {
    if (questionId === null) return NOTHING;
    const answers = known.filter((message) => message.reply_to === questionId);
    const found = differences(answers.map(({ content }) => content));
    return new Map(answers.map(({ id }, index) => [id, found[index] ?? []]));
  }, [questionId, known]);
  const onCompare = (id: string) => setQuestionId((before) => (before === id ? null : id));
  return { compared, onCompare };
}
