import { replaceEqualDeep } from "@tanstack/react-query";
import { memo, useMemo } from "react";
import { StopButton } from "#features/chat/composer/stop-button.tsx";
import { modelLabel } from "#features/chat/data/message-rules.ts";
import {
  ACTIONS_ROOM,
  eachLine,
  QUESTION_TURN,
  Thinking,
} from "#features/chat/text/message-frame.tsx";
import { PAUSED_AFTER_MS, stallOf } from "#features/chat/text/pacing-rules.ts";
import { PlainText } from "#features/chat/text/plain-text.tsx";
import { useAnswerText, useHasPaused } from "#features/chat/text/use-paced-text.ts";
import { arrivingText } from "#features/chat/turns/answers.ts";
import type { Failure } from "#features/chat/turns/turn-rules.ts";
import { MODEL_LABELS } from "#models";
import { AnswerPager } from "./answer-pager.tsx";
import type { Writing } from "./answers-rules.ts";
import { AssistantText, Note } from "./assistant-text.tsx";
import { FailureNote } from "./failure-note.tsx";
import { AboutReply } from "./late-comparison.tsx";
import { MessageActions, type MessageHandlers } from "./message-actions.tsx";
import { MessageTime, timeIdOf } from "./message-time.tsx";
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
  /** Whether it is a question above answers side by side, of which two lines are shown. */
  isShort: boolean;
  handlers: MessageHandlers;
};

type WritingProps = {
  writing: Writing;
  /** Whether a button stops it, beside that of the composer. */
  hasStop: boolean;
  handlers: MessageHandlers;
};

/** Rows are made anew with every change of the chat. One that says the same is not drawn again. */
function isSame(before: Props | WritingProps, now: Props | WritingProps): boolean {
  const props = Object.entries(replaceRow(before, now));
  return props.every(([name, value]) => Object.is(before[name as keyof typeof before], value));
}

const replaceRow = (before: Props | WritingProps, now: Props | WritingProps) =>
  "row" in now && "row" in before ? { ...now, row: replaceEqualDeep(before.row, now.row) } : now;

/**
 * One message: the person's as a bubble, the assistant's as plain text over the whole width. An answer that is written
 * stands in the same elements when it is stored, so that a selection in it stays.
 */
export const MessageItem = memo(function MessageItem(props: Props | WritingProps) {
  return "row" in props && props.row.mine ? <Question {...props} /> : <Answer {...props} />;
}, isSame);

function Question({ row, isTabStop, isNamed, isShort, handlers }: Props) {
  const { id, content } = row;
  return (
    <article
      data-message={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label="You"
      aria-describedby={row.createdAt === null ? undefined : timeIdOf(id)}
      className={`group relative ${RING} ${QUESTION_TURN}`}
    >
      {row.createdAt !== null && (
        <MessageTime id={timeIdOf(id)} at={row.createdAt} className="absolute -top-5 right-1" />
      )}
      <OwnMessage key={String(isNamed)} isFound={isNamed} {...{ content, isShort }}>
        <MessageActions row={row} handlers={handlers} />
      </OwnMessage>
      <Below row={row} handlers={handlers} />
    </article>
  );
}

function Answer(props: Props | WritingProps) {
  const writing = "writing" in props ? props.writing : null;
  const row = "row" in props ? props.row : null;
  const { handlers } = props;
  const id = row?.id ?? writing?.answer.id ?? "";
  const isWritten = writing !== null;
  const isStopping = writing?.answer.isStopping === true;
  const arriving = useMemo(() => (isWritten ? arrivingText(id) : null), [id, isWritten]);
  const stored = row?.content ?? "";
  const text = useAnswerText(row?.isStopped === true ? null : id, arriving, stored, isStopping);
  const isPaused = useHasPaused(isWritten ? text : null, PAUSED_AFTER_MS);
  // It beats while the text does not grow. Beside growing text nobody sees that, and each new paragraph would start it anew.
  const beats = isPaused ? "[--writing-mark:shimmer_1.6s_ease-in-out_infinite]" : "";
  const mark = isWritten && text !== "" && !isStopping ? `writing-mark ${beats}` : "";
  return (
    <div
      {...(row === null
        ? { "aria-busy": true }
        : {
            role: "article",
            "aria-label": "Assistant",
            "aria-describedby": row.createdAt === null ? undefined : timeIdOf(id),
            "data-message": id,
            tabIndex: "isTabStop" in props && props.isTabStop ? 0 : -1,
          })}
      className={row === null ? ACTIONS_ROOM : `group relative ${RING}`}
    >
      {row !== null && row.createdAt !== null && (
        <MessageTime id={timeIdOf(id)} at={row.createdAt} className="absolute top-0 right-0" />
      )}
      <AssistantText
        model={writing === null ? storedModel(row, handlers) : writerOf(writing, handlers)}
        isGrowing={isWritten ? text !== "" : text !== stored}
        className={isWritten ? mark : eachLine(stored)}
      >
        {isWritten && text === "" ? (
          <Thinking />
        ) : (
          <PlainText content={text} isReply isGrowing={isWritten} />
        )}
      </AssistantText>
      {row !== null && <Below row={row} handlers={handlers} />}
      {"writing" in props && <BelowWritten {...props} text={text} />}
    </div>
  );
}

const writerOf = ({ answer }: Writing, { nextModel }: MessageHandlers) =>
  modelLabel(answer.writer ?? answer.model ?? nextModel);

/** One that broke off is of the model that was asked, as while it ran. */
const storedModel = (row: Row | null, handlers: MessageHandlers) =>
  row?.model ?? (row?.failure ? MODEL_LABELS[handlers.nextModel] : null);

/** Below an answer that is written: whether it has paused, and what is done with it. */
function BelowWritten({ writing, hasStop, handlers, text }: WritingProps & { text: string }) {
  const { answer, paging } = writing;
  const { afterMs, note } = stallOf(text);
  const isStalled = useHasPaused(text, afterMs);
  return (
    <>
      {isStalled && !answer.isStopping && <Note>{note}</Note>}
      {(paging !== null || hasStop) && (
        <div className="-mx-3 mt-0.5 -mb-8 flex print:hidden">
          {paging !== null && (
            <AnswerPager questionId={answer.questionId} paging={paging} onView={handlers.onView} />
          )}
          {hasStop && <StopButton className="-ml-3.5" onStop={() => handlers.onStopOne(answer)} />}
        </div>
      )}
    </>
  );
}

/** Below a stored message: how it ended, what did not come, and what is done with it. */
function Below({ row, handlers }: Pick<Props, "row" | "handlers">) {
  const { id, mine, failure } = row;
  const { nextModel } = handlers;
  const actions = { row, handlers };
  const failures = [failure, ...(row.further ?? [])].filter((each) => each !== null);
  const isLast = row.asksAgain !== undefined;
  const titleOf = (each: Failure) => {
    if (mine) return null;
    return each === failure
      ? "Unfinished"
      : `${modelLabel(each.model) ?? "Another reply"}: no reply`;
  };
  return (
    <>
      {row.isStopped && <Note>You stopped this reply.</Note>}
      {!mine && failure === null && <MessageActions {...actions} />}
      {failures.map((each) => (
        <FailureNote
          key={each.id}
          failure={each}
          title={titleOf(each)}
          isQuiet={!mine && each !== failure}
          asked={[each.model ?? nextModel, ...(row.answering ?? [])]}
          onRetry={(other) => handlers.onRetry(row.questionId ?? id, each.id, other)}
          onContinue={isLast && each === failure ? () => handlers.onContinue(row) : undefined}
          onEdit={() => handlers.onEdit(id)}
        >
          {!mine && each === failure && <MessageActions {...actions} at="row" />}
        </FailureNote>
      ))}
      {row.opinions?.map((opinion) => (
        <AboutReply
          key={opinion.id}
          comparison={opinion}
          handlers={handlers}
          // The other replies are shown first.
          onLead={(replyId) => replyId !== id && handlers.onShowAll(row.questionId ?? "")}
        />
      ))}
    </>
  );
}
