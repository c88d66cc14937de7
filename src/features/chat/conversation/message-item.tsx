import { CircleAlert, Pencil, RotateCcw } from "lucide-react";
import { memo } from "react";
import { Button } from "#ui/button.tsx";
import { AssistantText, Note } from "./assistant-text.tsx";
import type { FailedState, Row } from "./conversation-rules.ts";
import { MessageActions } from "./message-actions.tsx";
import { eachLine } from "./message-frame.tsx";
import { OwnMessage } from "./own-message.tsx";
import { PlainText } from "./plain-text.tsx";
import { usePacedText } from "./use-paced-text.ts";

const RING =
  "rounded-md focus-visible:outline-2 focus-visible:outline-offset-4 focus-visible:outline-primary";

type Props = {
  row: Row;
  isTabStop: boolean;
  onRetry: (id: string) => void;
  onEdit: (id: string) => void;
};

/** One message: the person's as a bubble, the assistant's as plain text over the whole width. */
export const MessageItem = memo(function MessageItem({ row, isTabStop, onRetry, onEdit }: Props) {
  const { id, mine, content, model, failure } = row;
  const shownContent = usePacedText(row.isStopped ? null : row.answers, content, true);
  return (
    <article
      data-message={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={mine ? "You" : "Assistant"}
      className={`group ${RING} ${mine ? "flex flex-col items-end" : ""}`}
    >
      {mine ? (
        <OwnMessage content={content} />
      ) : (
        <AssistantText model={model} className={eachLine(content)}>
          <PlainText content={shownContent} leading="leading-7" />
        </AssistantText>
      )}
      {row.isStopped && <Note>You stopped this reply.</Note>}
      {failure !== null && (
        <FailureNote
          failure={failure}
          isUnfinished={!mine}
          onRetry={() => onRetry(row.answers ?? id)}
          onEdit={() => onEdit(id)}
        />
      )}
      <MessageActions row={row} isTabStop={isTabStop} />
    </article>
  );
});

function FailureNote({
  failure,
  isUnfinished,
  onRetry,
  onEdit,
}: {
  failure: FailedState;
  /** Whether it stands below what was written of a reply, and not below the question. */
  isUnfinished: boolean;
  onRetry: () => void;
  onEdit: () => void;
}) {
  return (
    <div
      className={`mt-2 grid max-w-[85%] gap-2 text-sm print:hidden ${isUnfinished ? "justify-items-start" : "justify-items-end"}`}
    >
      {isUnfinished && <span className="font-medium text-ink-muted">Unfinished</span>}
      <span className="flex items-start gap-1.5 text-danger">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {failure.reason}
      </span>
      <span className="flex items-center gap-x-2">
        <Button
          size="sm"
          onClick={(event) => {
            // The button disappears with the focus on it.
            event.currentTarget.closest("article")?.focus({ preventScroll: true });
            onRetry();
          }}
        >
          <RotateCcw aria-hidden="true" className="size-3.5" />
          Retry
        </Button>
        {!failure.saved && (
          <Button size="sm" variant="ghost" onClick={onEdit}>
            <Pencil aria-hidden="true" className="size-3.5" />
            Edit
          </Button>
        )}
      </span>
    </div>
  );
}
