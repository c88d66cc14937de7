import { CircleAlert, Pencil, RotateCcw } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import type { FailedState, Row } from "./conversation-rules.ts";
import { CopyButton } from "./copy-button.tsx";
import { eachLine, OwnText, TEXT } from "./message-frame.tsx";

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
  return (
    <article
      data-message={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={mine ? "You" : "Assistant"}
      className={`group ${RING} ${mine ? "flex flex-col items-end" : ""}`}
    >
      {mine ? (
        <OwnText>{content}</OwnText>
      ) : (
        <AssistantText model={model} className={eachLine(content)}>
          {content}
        </AssistantText>
      )}
      {failure !== null && (
        <FailureNote failure={failure} onRetry={() => onRetry(id)} onEdit={() => onEdit(id)} />
      )}
      <CopyButton content={content} isQuiet={mine} isTabStop={isTabStop} />
    </article>
  );
});

/** What the assistant wrote, below the name of its model. The name does not move while the text grows. */
export function AssistantText({
  model,
  className = "",
  children,
}: {
  model: string | null;
  className?: string;
  children: ReactNode;
}) {
  return (
    <>
      <p className="mb-1 min-h-4 text-xs text-ink-muted">{model !== null && `Model: ${model}`}</p>
      <div dir="auto" className={`${TEXT} ${className} leading-7`}>
        {children}
      </div>
    </>
  );
}

function FailureNote({
  failure,
  onRetry,
  onEdit,
}: {
  failure: FailedState;
  onRetry: () => void;
  onEdit: () => void;
}) {
  return (
    <div className="mt-2 flex max-w-[85%] flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm print:hidden">
      <span className="flex items-start gap-1.5 text-danger">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {failure.reason}
      </span>
      <span className="flex items-center gap-x-3">
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
