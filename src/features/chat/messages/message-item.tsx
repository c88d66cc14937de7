import { replaceEqualDeep } from "@tanstack/react-query";
import { memo } from "react";
import { modelLabel } from "#features/chat/models/model-rules.ts";
import { eachLine, QUESTION_TURN } from "#features/chat/text/message-frame.tsx";
import { PlainText } from "#features/chat/text/plain-text.tsx";
import { useStoredText } from "#features/chat/text/use-paced-text.ts";
import type { Failure } from "#features/chat/turns/turn-rules.ts";
import { MODEL_LABELS } from "#models";
import { AssistantText, Note } from "./assistant-text.tsx";
import { FailureNote } from "./failure-note.tsx";
import { MessageActions, type MessageHandlers } from "./message-actions.tsx";
import { OwnMessage } from "./own-message.tsx";
import type { Row } from "./row-rules.ts";

const RING =
  "rounded-md focus-visible:outline-2 focus-visible:outline-offset-4 focus-visible:outline-primary";

type Props = {
  row: Row;
  /** Whether Tab reaches it. */
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
  const { id, mine, content, model, failure, goesOnFrom = null } = row;
  const { nextModel } = handlers;
  const actions = { row, handlers };
  const failures = [failure, ...(row.further ?? [])].filter((each) => each !== null);
  const titleOf = (each: Failure) => {
    if (mine) return null;
    return each === failure
      ? "Unfinished"
      : `${modelLabel(each.model) ?? "Another reply"}: no reply`;
  };
  const shownContent = useStoredText(mine || row.isStopped ? null : id, content);
  return (
    <article
      data-message={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={mine ? "You" : "Assistant"}
      className={`group ${RING} ${mine ? QUESTION_TURN : ""}`}
    >
      {mine ? (
        <OwnMessage key={String(isNamed)} content={content} isFound={isNamed}>
          <MessageActions {...actions} />
        </OwnMessage>
      ) : (
        // One that broke off is of the model that was asked, as while it ran.
        <AssistantText
          model={failure === null ? model : (model ?? MODEL_LABELS[nextModel])}
          className={eachLine(content)}
        >
          <PlainText content={shownContent} />
        </AssistantText>
      )}
      {row.isStopped && <Note>You stopped this reply.</Note>}
      {failure === null && goesOnFrom !== null && <Note>{goesOnFrom}</Note>}
      {failures.map((each, index) => (
        <FailureNote
          key={each.id}
          failure={each}
          title={titleOf(each)}
          note={each === failure ? goesOnFrom : null}
          asked={[each.model ?? nextModel, ...(row.answering ?? [])]}
          onRetry={(other) => handlers.onRetry(row.questionId ?? id, each.id, other)}
          onEdit={() => handlers.onEdit(id)}
        >
          {/* The last row of buttons has the others too. */}
          {!mine && index === failures.length - 1 && <MessageActions {...actions} at="row" />}
        </FailureNote>
      ))}
      {!mine && failures.length === 0 && <MessageActions {...actions} />}
    </article>
  );
}, isSame);
