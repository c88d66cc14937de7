import { useEffect } from "react";
import type { Row } from "#features/chat/messages/row-rules.ts";

let shown: string | null = null;

/** The last reply of the chat on the screen, as it is stored; null when there is none. */
export const lastReply = (): string | null => shown;

/** Makes the last reply of these messages the one that `lastReply` returns, while they are on the screen. */
export function useLastReply(rows: readonly Row[]): void {
  const content = rows.findLast((row) => !row.mine)?.content ?? null;
  useEffect(() => {
    shown = content;
    return () => void (shown = null);
  }, [content]);
}
