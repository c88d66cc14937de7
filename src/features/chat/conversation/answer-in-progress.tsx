import { memo } from "react";
import type { Turns } from "#features/chat/turns/turns.ts";
import { useAnswerText } from "#features/chat/turns/use-turns.ts";
import { AssistantText } from "./message-item.tsx";
import { linesOf } from "./text-rules.ts";

/** An answer while it is written: the only part of the page that renders again for each piece of text. */
export function AnswerInProgress({
  turns,
  id,
  model,
}: {
  turns: Turns;
  id: string;
  model: string | null;
}) {
  const text = useAnswerText(turns, id);
  return (
    <div aria-busy="true">
      <AssistantText model={model}>
        {text === "" ? (
          <span className="flex items-center gap-2.5 text-ink-muted">
            <span aria-hidden="true" className="size-2 animate-shimmer rounded-full bg-primary" />
            Thinking...
          </span>
        ) : (
          // A block for each line: the browser then lays out only the last one again.
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
