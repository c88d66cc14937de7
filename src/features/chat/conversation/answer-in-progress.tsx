import type { ReactNode } from "react";
import { AnswerPager } from "#features/chat/answers/answer-pager.tsx";
import { AssistantText, Note } from "#features/chat/messages/assistant-text.tsx";
import type { AnswerActions } from "#features/chat/messages/message-actions.tsx";
import { Thinking } from "#features/chat/text/message-frame.tsx";
import { GrowingText } from "#features/chat/text/plain-text.tsx";
import { usePacedText, useStallNote } from "#features/chat/text/use-paced-text.ts";
import type { Turns } from "#features/chat/turns/turns.ts";
import { useAnswerText } from "#features/chat/turns/use-turns.ts";
import type { Writing } from "./conversation-rules.ts";

/** Stands at the end of the text, without a width of its own, so that nothing moves when it goes. */
const MARK =
  "*:last:after:ml-1 *:last:after:-mr-3 *:last:after:inline-block *:last:after:size-2 *:last:after:animate-shimmer *:last:after:rounded-full *:last:after:bg-primary *:last:after:content-['']";

/** An answer while it is written: the only part of the page that renders again for each piece of text. */
export function AnswerInProgress({
  turns,
  writing: { turn, paging },
  model,
  onView,
  stop,
}: {
  turns: Turns;
  writing: Writing;
  model: string | null;
  onView: AnswerActions["onView"];
  /** The button that stops this answer, if there is one beside that of the composer. */
  stop: ReactNode;
}) {
  const arrived = useAnswerText(turns, turn.id);
  const text = usePacedText(turn.answerId ?? turn.id, arrived, false);
  const stalled = useStallNote(arrived);
  return (
    <div aria-busy="true">
      <AssistantText model={model} className={text === "" ? "" : MARK}>
        {text === "" ? <Thinking /> : <GrowingText content={text} leading="leading-7" />}
      </AssistantText>
      {stalled !== null && <Note>{stalled}</Note>}
      {(paging !== null || stop !== null) && (
        <div className="-mx-3 mt-0.5 -mb-8 flex print:hidden">
          {paging !== null && (
            <AnswerPager
              questionId={turn.questionId}
              paging={paging}
              isTabStop={null}
              onView={onView}
            />
          )}
          {stop}
        </div>
      )}
    </div>
  );
}
