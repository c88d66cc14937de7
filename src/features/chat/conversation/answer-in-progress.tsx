import type { Turns } from "#features/chat/turns/turns.ts";
import { useAnswerText } from "#features/chat/turns/use-turns.ts";
import { AssistantText, Note } from "./assistant-text.tsx";
import { Thinking } from "./message-frame.tsx";
import { GrowingText } from "./plain-text.tsx";
import { usePacedText, useStallNote } from "./use-paced-text.ts";

/** Stands at the end of the text, without a width of its own, so that nothing moves when it goes. */
const MARK =
  "*:last:after:ml-1 *:last:after:-mr-3 *:last:after:inline-block *:last:after:size-2 *:last:after:animate-shimmer *:last:after:rounded-full *:last:after:bg-primary *:last:after:content-['']";

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
  const arrived = useAnswerText(turns, id);
  const text = usePacedText(id, arrived, false);
  const stalled = useStallNote(arrived);
  return (
    <div aria-busy="true">
      <AssistantText model={model} className={text === "" ? "" : MARK}>
        {text === "" ? <Thinking /> : <GrowingText content={text} leading="leading-7" />}
      </AssistantText>
      {stalled !== null && <Note>{stalled}</Note>}
    </div>
  );
}
