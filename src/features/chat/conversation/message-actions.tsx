import type { Row } from "./conversation-rules.ts";
import { CopyButton } from "./copy-button.tsx";

/** The buttons in the gap below a message. Those of the person's own messages are quiet. */
export function MessageActions({ row, isTabStop }: { row: Row; isTabStop: boolean }) {
  const look = { isQuiet: row.mine, isTabStop };
  return (
    <div className="-mx-3 mt-0.5 -mb-8 flex print:hidden">
      <CopyButton content={row.content} {...look} />
    </div>
  );
}
