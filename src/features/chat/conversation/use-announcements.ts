import { useEffect, useRef, useState } from "react";
import { announce } from "./announcer.tsx";
import { failureAt, type Shown } from "./conversation-rules.ts";

/**
 * Makes screen readers say what happens in the chat that is shown: 'Thinking', then the whole answer once, or why there
 * is none. Returns whether an answer was finished while the page was hidden.
 */
export function useAnnouncements({ rows, running }: Shown): boolean {
  const awaited = useRef<ReadonlySet<string>>(new Set());
  const [finishedUnseen, setFinishedUnseen] = useState(false);

  useEffect(() => {
    const now = new Set(running.map((turn) => turn.id));
    const begun = running.some((turn) => !awaited.current.has(turn.id));
    const ended = [...awaited.current].filter((id) => !now.has(id));
    awaited.current = now;
    if (begun) announce("Thinking");
    for (const id of ended) {
      const reply = rows.find((row) => row.answers === id && row.failure === null);
      const failure = failureAt(rows, id);
      const text = reply?.content ?? failure?.reason;
      if (text !== undefined) announce(text);
      if (reply !== undefined && document.hidden) setFinishedUnseen(true);
    }
  }, [rows, running]);

  useEffect(() => {
    const onSeen = () => {
      if (!document.hidden) setFinishedUnseen(false);
    };
    document.addEventListener("visibilitychange", onSeen);
    return () => document.removeEventListener("visibilitychange", onSeen);
  }, []);

  return finishedUnseen;
}
