import { useMemo, useState } from "react";
import type { Message } from "#contract";
import { type Differences, differences } from "#features/chat/text/compare-rules.ts";
import type { Marks } from "#features/chat/text/plain-text.tsx";
import { factsOf, type TextFacts } from "#features/chat/text/text-facts-rules.ts";
import { inNumberedOrder } from "./answers-rules.ts";

/** The answers to one question that are compared, by their ids. */
export type Comparison = ReadonlyMap<string, Marks>;

/** The legend of the marks. */
export const COMPARED = "Marked: figures, dates and names that another reply gives otherwise.";

let last: { order: string; facts: ReadonlyMap<string, TextFacts>; found: Differences } | undefined;

/** Where answers differ, in their order. What was found last is kept: stored answers do not change. */
export function compareAnswers(answers: readonly Message[]): Differences {
  const order = answers.map(({ id }) => id).join();
  if (last?.order === order) return last.found;
  const facts = new Map(
    answers.map(({ id, content }) => [id, last?.facts.get(id) ?? factsOf(content)] as const),
  );
  const texts = answers.map(({ content }) => content);
  last = { order, facts, found: differences(texts, [...facts.values()]) };
  return last.found;
}

/** Which answers are compared now, and how that is changed. */
export function useComparison(known: readonly Message[]) {
  const [questionId, setQuestionId] = useState<string | null>(null);
  const [showsAlone, setShowsAlone] = useState(false);
  const [lit, setLit] = useState<number | null>(null);
  const compared = useMemo<Comparison>(() => {
    if (questionId === null) return new Map();
    const { asked_together = null } = known.find(({ id }) => id === questionId) ?? {};
    const replies = known.filter((message) => message.reply_to === questionId);
    // As they stand side by side: the places have the numbers that the line of agreement knows.
    const answers = inNumberedOrder(replies, asked_together);
    const { marks } = compareAnswers(answers);
    const onLight = (slot: number) => setLit((before) => (before === slot ? null : slot));
    const marksOf = (index: number): Marks => {
      const found = (marks[index] ?? []).filter(({ kind }) => showsAlone || kind === "differs");
      return { found, lit, onLight };
    };
    return new Map(answers.map(({ id }, index) => [id, marksOf(index)] as const));
  }, [questionId, known, showsAlone, lit]);

  /** Begins or ends comparing the answers to a question; with a place, lights that up. */
  const onCompare = (id: string, slot: number | null = null) => {
    setQuestionId((before) => (before === id && slot === null ? null : id));
    setLit(slot);
  };
  const onShowAlone = () => setShowsAlone((before) => !before);
  return { compared, showsAlone, onCompare, onShowAlone };
}
