import { memo } from "react";
import type { Turns } from "#features/chat/turns/turns.ts";
import { useAnswerText } from "#features/chat/turns/use-turns.ts";
import { Thinking } from "./message-frame.tsx";
import { AssistantText } from "./message-item.tsx";

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
          <Thinking />
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

/** The lines of a text with their line breaks, and where each begins: a key that stays while the text grows. */
export function linesOf(text: string): { at: number; line: string }[] {
  return [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map(({ 0: line, index: at }) => ({ at, line }));
}
