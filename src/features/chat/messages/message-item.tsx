import { replaceEqualDeep } from "@tanstack/react-query";
import { memo } from "react";
import { modelLabel } from "#features/chat/models/model-rules.ts";
import { eachLine, QUESTION_TURN } from "#features/chat/text/message-frame.tsx";
import { PlainText } from "#features/chat/text/plain-text.tsx";
import { useStoredText } from "#features/chat/text/use-paced-text.ts";
import { MODEL_LABELS, type ModelId } from "#models";
import { AssistantText, Note } from "./assistant-text.tsx";
import { COMPARED } from "./comparison.ts";
import { FailureNote } from "./failure-note.tsx";
import { type AnswerActions, MessageActions, type OpenedDialog } from "./message-actions.tsx";
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
  /** The model that answers a message which did not choose one. */
  nextModel: ModelId;
  answers: AnswerActions;
  /** `answerId` is null where it is not known which answer failed. */
  onRetry: (questionId: string, answerId: string | null, model?: ModelId) => void;
  onEdit: (questionId: string) => void;
  onOpen: (opened: OpenedDialog) => void;
};

/** Rows are made anew with every change of the chat. One that says the same is not drawn again. */
function isSame(before: Props, now: Props): boolean {
  const row = replaceEqualDeep(before.row, now.row);
  const props = Object.entries({ ...now, row }) as [keyof Props, unknown][];
  return props.every(([name, value]) => Object.is(before[name], value));
}

/** One message: the person's as a bubble, the assistant's as plain text over the whole width. */
export const MessageItem = memo(function MessageItem({
  row,
  isTabStop,
  isNamed,
  nextModel,
  answers,
  onRetry,
  onEdit,
  onOpen,
}: Props) {
  const { id, mine, content, model, failure, further } = row;
  const marks = answers.compared.get(id);
  const actions = { row, isTabStop, answers, onOpen };
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
          onShow={() => row.questionId !== null && answers.onShowAll(row.questionId)}
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
          onEdit={() => onEdit(id)}
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
