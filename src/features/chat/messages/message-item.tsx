import { replaceEqualDeep } from "@tanstack/react-query";
import { memo } from "react";
import { modelLabel } from "#features/chat/models/model-rules.ts";
import { eachLine, QUESTION_TURN } from "#features/chat/text/message-frame.tsx";
import { PlainText } from "#features/chat/text/plain-text.tsx";
import { useStoredText } from "#features/chat/text/use-paced-text.ts";
import { MODEL_LABELS } from "#models";
import { AssistantText, Note } from "./assistant-text.tsx";
import { COMPARED } from "./comparison.ts";
import { FailureNote } from "./failure-note.tsx";
import { MessageActions, type MessageHandlers } from "./message-actions.tsx";
import { OwnMessage } from "./own-message.tsx";
import type { Row } from "./row-rules.ts";
import { SecondOpinionNote } from "./second-opinion-note.tsx";

const RING =
  "rounded-md focus-visible:outline-2 focus-visible:outline-offset-4 focus-visible:outline-primary";

type Props = {
  row: Row;
  isTabStop: boolean;
  /** Whether the address names it. */
  isNamed: boolean;
  handlers: MessageHandlers;
};

/** Rows are made anew with every change of the chat. One that says the same is not drawn again. */
function isSame(before: Props, now: Props): boolean {
  const row = replaceEqualDeep(before.row, now.row);
  const props = Object.entries({ ...now, row }) as [keyof Props, unknown][];
  return props.every(([name, value]) => Object.is(before[name], value));
}

/** One message: the person's as a bubble, the assistant's as plain text over the whole width. */
export const MessageItem = memo(function MessageItem({ row, isTabStop, isNamed, handlers }: Props) {
  const { id, mine, content, model, failure, further } = row;
  const { nextModel, onRetry } = handlers;
  const marks = handlers.compared.get(id);
  const actions = { row, isTabStop, handlers };
  // In the last row of buttons that there is anyway.
  const inNote = <MessageActions {...actions} at="row" />;
  const shownContent = useStoredText(mine || row.isStopped ? null : id, content);
  return (
    <article
      data-message={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={mine ? "You" : "Assistant"}
      className={`group ${RING} ${mine ? QUESTION_TURN : ""}`}
    >
      {mine ? (
        <OwnMessage content={content} isFound={isNamed}>
          <MessageActions {...actions} />
        </OwnMessage>
      ) : (
        // One that broke off is of the model that was asked, as while it ran.
        <AssistantText
          model={failure === null ? model : (model ?? MODEL_LABELS[nextModel])}
          className={eachLine(content)}
        >
          <PlainText content={shownContent} leading="leading-7" marks={marks} />
        </AssistantText>
      )}
      {marks !== undefined && <Note>{COMPARED}</Note>}
      {row.second !== null && (
        <SecondOpinionNote
          second={row.second}
          reply={content}
          onShow={() => row.questionId !== null && handlers.onShowAll(row.questionId)}
        />
      )}
      {row.isStopped && <Note>You stopped this reply.</Note>}
      {failure === null && row.goesOnFrom !== null && <Note>{row.goesOnFrom}</Note>}
      {failure !== null && (
        <FailureNote
          failure={failure}
          title={mine ? null : "Unfinished"}
          note={row.goesOnFrom}
          model={row.failedModel ?? nextModel}
          answering={row.answering}
          onRetry={(model) => onRetry(row.questionId ?? id, row.failedId, model)}
          onEdit={() => handlers.onEdit(id)}
        >
          {!mine && further.length === 0 && inNote}
        </FailureNote>
      )}
      {further.map(({ failed, id: answerId, model }, index) => (
        <FailureNote
          key={answerId}
          failure={failed}
          title={`${modelLabel(model) ?? "Another reply"}: no reply`}
          model={model ?? nextModel}
          answering={row.answering}
          onRetry={(other) => onRetry(row.questionId ?? id, answerId, other)}
        >
          {!mine && index === further.length - 1 && inNote}
        </FailureNote>
      ))}
      {!mine && failure === null && further.length === 0 && <MessageActions {...actions} />}
    </article>
  );
}, isSame);
