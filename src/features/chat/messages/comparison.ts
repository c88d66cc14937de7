import { useEffect, useMemo, useState } from "react";
import type { Message } from "#contract";
import type { Marks } from "#features/chat/text/plain-text.tsx";
import { importOrReload } from "#lib/stale-build.ts";
import { createStore, useStore } from "#lib/store.ts";
import { useIsOnline } from "#lib/use-is-online.ts";
import type * as agreement from "./agreement.tsx";
import { inNumberedOrder } from "./answers-rules.ts";

/** The answers to one question that are compared, by their ids. */
export type Comparison = ReadonlyMap<string, Marks>;

/** The legend of the marks that are shown. */
export const legendOf = (shown: readonly Marks[]): string =>
  shown.some(({ found }) => found.length > 0)
    ? "Marked: figures, dates and names that another reply gives otherwise."
    : "Nothing is marked: no figure, date or name is given otherwise.";

const comparing = createStore<typeof agreement | null>(null);

/** The code that compares answers; null until it is there. */
export const useComparing = () => useStore(comparing, (code) => code);

const fetchComparing = () => import("./agreement.tsx");

/**
 * Which answers are compared now, and how that is changed.
 * @param several The last question with several answers, if there is one: the code that compares is fetched for it.
 */
export function useComparison(known: readonly Message[], several: string | null | undefined) {
  const [questionId, setQuestionId] = useState<string | null>(null);
  const [showsAlone, setShowsAlone] = useState(false);
  const [lit, setLit] = useState<number | null>(null);
  const code = useComparing();
  // Without a network it is not asked for: a browser may keep a failure until the page is left.
  const needed = useIsOnline() ? several : null;
  useEffect(() => {
    if (needed != null) fetchComparing().then(comparing.set, () => undefined);
  }, [needed]);
  const compared = useMemo<Comparison>(() => {
    if (questionId === null || code === null) return new Map();
    const { asked_together = null } = known.find(({ id }) => id === questionId) ?? {};
    const replies = known.filter((message) => message.reply_to === questionId);
    // As they stand side by side: the places have the numbers that the line of agreement knows.
    const answers = inNumberedOrder(replies, asked_together);
    const { marks } = code.compareAnswers(answers);
    const onLight = (slot: number) => setLit((before) => (before === slot ? null : slot));
    const shown = marks.map((all) => all.filter(({ kind }) => showsAlone || kind === "differs"));
    return new Map(
      answers.map(({ id }, index) => [id, { found: shown[index] ?? [], lit, onLight }]),
    );
  }, [questionId, code, known, showsAlone, lit]);

  /** Begins or ends comparing the answers to a question; with a place, lights that up. */
  const onCompare = (id: string, slot: number | null = null) => {
    if (code === null) importOrReload(fetchComparing).then(comparing.set, () => undefined);
    setQuestionId((before) => (before === id && slot === null && code !== null ? null : id));
    setLit(slot);
  };
  const onShowAlone = () => setShowsAlone((before) => !before);
  return { compared, showsAlone, onCompare, onShowAlone };
}
