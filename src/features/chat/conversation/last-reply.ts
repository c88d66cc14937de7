import { useEffect } from "react";
import type { Shown } from "./conversation-rules.ts";

let shown: string | null = null;

/** The last reply of the chat on the screen, as it is stored; null when there is none. */
export const lastReply = (): string | null => shown;

/** Makes the last reply of a chat the one that `lastReply` returns, while the chat is on the screen. */
export function useLastReply({ rows, joint, lastQuestionId }: Shown): void {
  // Beside others none is the last one.
  const isKnown = joint === null && lastQuestionId !== undefined;
  const content = isKnown ? (rows.findLast((row) => !row.mine)?.content ?? null) : null;
  useEffect(() => {
    shown = content;
    return () => void (shown = null);
  }, [content]);
}
