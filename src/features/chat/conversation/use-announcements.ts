import { useEffect, useRef, useState } from "react";
import { announce } from "#features/chat/text/announcer.tsx";
import type { Answer } from "#features/chat/turns/answer-rules.ts";
import { listen } from "#lib/listen.ts";
import type { Shown } from "./conversation-rules.ts";

/**
 * Makes screen readers say what happens in the chat that is shown: 'Thinking', then the whole answer once, or why there
 * is none. Returns whether an answer was finished while the page was hidden.
 */
export function useAnnouncements({
  rows,
  running,
  live,
  known,
  joint,
  comparisons,
}: Shown): boolean {
  const awaited = useRef<readonly Answer[]>([]);
  const [finishedUnseen, setFinishedUnseen] = useState(false);

  useEffect(() => {
    const before = awaited.current;
    const comparing = comparisons.flatMap(({ answer }) => (answer?.failed === null ? answer : []));
    const now = [...running, ...comparing];
    awaited.current = now;
    const ended = before.filter(({ id }) => now.every((answer) => answer.id !== id));
    // Of several answers that are awaited together it is said once.
    if (now.length > 0 && ended.length === before.length) announce("Thinking");
    for (const { id: answerId, questionId } of ended) {
      const comparison = comparisons.find(({ id }) => id === answerId);
      const isCompared = comparison?.answer === null;
      const kind = comparison?.compares.length === 1 ? "Second opinion" : "Comparison";
      const reply = isCompared ? comparison : known.find(({ id }) => id === answerId);
      const spoken = isCompared ? `${kind}: ${comparison.content}` : reply?.content;
      const part = joint?.parts.find((one) => one.answerId === answerId);
      const why = (comparison?.answer ?? live.find(({ id }) => id === answerId))?.failed;
      const failure = why ?? rows.find(({ id }) => id === questionId)?.failure;
      // Four whole replies, one after the other, would be heard by nobody.
      const text =
        part === undefined
          ? (spoken ?? failure?.reason)
          : (part.failed?.reason ?? `${part.name} has replied`);
      if (text !== undefined) announce(text);
      if (reply !== undefined && document.hidden) setFinishedUnseen(true);
    }
  }, [rows, running, live, known, joint, comparisons]);

  // It was false already if the page is hidden now.
  useEffect(() => listen(document, ["visibilitychange"], () => setFinishedUnseen(false)), []);

  return finishedUnseen;
}
