import { useEffect, useRef, useState } from "react";
import type { Row } from "#features/chat/messages/row-rules.ts";
import { announce } from "#features/chat/text/announcer.tsx";
import type { LiveAnswer } from "#features/chat/turns/answer-rules.ts";
import { listen } from "#lib/listen.ts";
import { MODEL_LABELS } from "#models";
import type { Shown } from "./conversation-rules.ts";

/**
 * Makes screen readers say what happens in the chat that is shown: 'Thinking', then the whole answer once, or why there
 * is none. Returns whether an answer was finished while the page was hidden.
 */
export function useAnnouncements({ rows, running, known, joint }: Shown): boolean {
  const awaited = useRef<ReadonlyMap<string, LiveAnswer>>(new Map());
  const [finishedUnseen, setFinishedUnseen] = useState(false);

  useEffect(() => {
    const now = new Map(running.map((answer) => [answer.id, answer]));
    // Of several answers that are awaited together it is said once.
    const isFirst = !running.some(({ id }) => awaited.current.has(id));
    const ended = [...awaited.current.values()].filter(({ id }) => !now.has(id));
    awaited.current = now;
    if (isFirst && running.length > 0) announce("Thinking");
    for (const answer of ended) {
      const reply = known.find(({ id }) => id === answer.id);
      const part = joint?.parts.find(({ answerId }) => answerId === answer.id);
      // Four whole replies, one after the other, would be heard by nobody.
      const text =
        part === undefined
          ? (reply?.content ?? failureOf(answer, rows))
          : (part.failed?.reason ?? `${MODEL_LABELS[part.model]} has replied`);
      if (text !== undefined) announce(text);
      if (reply !== undefined && document.hidden) setFinishedUnseen(true);
    }
  }, [rows, running, known, joint]);

  // It was false already if the page is hidden now.
  useEffect(() => listen(document, ["visibilitychange"], () => setFinishedUnseen(false)), []);

  return finishedUnseen;
}

/** Why an answer failed, as it is shown. */
function failureOf({ questionId, id }: LiveAnswer, rows: readonly Row[]): string | undefined {
  const own = rows.filter((row) => (row.questionId ?? row.id) === questionId);
  const further = own.flatMap((row) => row.further).find((answer) => answer.id === id);
  return further?.failed.reason ?? own.find((row) => row.failure !== null)?.failure?.reason;
}
