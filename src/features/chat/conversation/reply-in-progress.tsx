import { memo } from "react";
import { AssistantText } from "./message-item.tsx";
import { linesOf } from "#features/chat/composer/message-rules.ts";
import type { Turns } from "#features/chat/turns/turns.ts";
import { useLiveText } from "#features/chat/turns/use-turns.ts";

/** A reply as it is written; the only part of the page that changes with each piece of text (DESIGN 7). */
export function ReplyInProgress({
  turns,
  id,
  model,
}: {
  turns: Turns;
  id: string;
  model: string | null;
}) {
  const text = useLiveText(turns, id);
  return (
    <div aria-busy="true">
      <AssistantText model={model}>
        {text === "" ? (
          <span className="flex items-center gap-2.5 text-ink-muted">
            <span aria-hidden="true" className="size-2 animate-shimmer rounded-full bg-primary" />
            Thinking...
          </span>
        ) : (
          // A block for each line: the browser lays out the last one again, and not all that was written.
          linesOf(text).map(({ at, line }) => <Line key={at} text={line} />)
        )}
      </AssistantText>
    </div>
  );
}

const Line = memo(function Line({ text }: { text: string }) {
  return (
    <span dir="auto" className="block">
      {text}
    </span>
  );
});
