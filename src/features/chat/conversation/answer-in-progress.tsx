import { useMemo } from "react";
import { StopButton } from "#features/chat/composer/stop-button.tsx";
import { arrivingText } from "#features/chat/data/answer-texts.ts";
import { AnswerPager } from "#features/chat/messages/answer-pager.tsx";
import { AssistantText, Note } from "#features/chat/messages/assistant-text.tsx";
import type { MessageHandlers } from "#features/chat/messages/message-actions.tsx";
import { modelLabel } from "#features/chat/models/model-rules.ts";
import { ACTIONS_ROOM, Thinking } from "#features/chat/text/message-frame.tsx";
import { PAUSED_AFTER_MS, stallOf } from "#features/chat/text/pacing-rules.ts";
import { PlainText } from "#features/chat/text/plain-text.tsx";
import { useGrowingText, useHasPaused } from "#features/chat/text/use-paced-text.ts";
import type { Writing } from "./conversation-rules.ts";

/** Stands at the end of the text, without a width of its own, so that nothing moves when it goes. */
const MARK =
  "*:last:after:ml-1 *:last:after:-mr-3 *:last:after:inline-block *:last:after:size-2 *:last:after:rounded-full *:last:after:bg-primary *:last:after:content-['']";

/** It beats while the text does not grow. Beside growing text nobody sees it, and each new paragraph would start it anew. */
const BEATS = "*:last:after:animate-shimmer";

/** An answer while it is written: the only part of the page that renders again while its text grows. */
export function AnswerInProgress({
  writing: { answer, paging },
  hasStop,
  handlers: { nextModel, onView, onStopOne },
}: {
  writing: Writing;
  /** Whether a button stops it, beside that of the composer. */
  hasStop: boolean;
  handlers: MessageHandlers;
}) {
  const { id, isStopping } = answer;
  const model = modelLabel(answer.writer ?? answer.model ?? nextModel);
  const arriving = useMemo(() => arrivingText(id), [id]);
  const text = useGrowingText(id, arriving, isStopping);
  const isPaused = useHasPaused(text, PAUSED_AFTER_MS);
  const { afterMs, note } = stallOf(text);
  const isStalled = useHasPaused(text, afterMs);
  return (
    <div aria-busy="true" className={ACTIONS_ROOM}>
      <AssistantText
        model={model}
        className={text === "" || isStopping ? "" : `${MARK} ${isPaused ? BEATS : ""}`}
      >
        {text === "" ? <Thinking /> : <PlainText content={text} isGrowing />}
      </AssistantText>
      {isStalled && !isStopping && <Note>{note}</Note>}
      {(paging !== null || hasStop) && (
        <div className="-mx-3 mt-0.5 -mb-8 flex print:hidden">
          {paging !== null && (
            <AnswerPager {...{ questionId: answer.questionId, model, paging, onView }} />
          )}
          {hasStop && <StopButton className="-ml-3.5" onStop={() => onStopOne(answer)} />}
        </div>
      )}
    </div>
  );
}
