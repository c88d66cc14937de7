import { CircleAlert, Pencil, RotateCcw } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { otherModel } from "#features/chat/models/health-rules.ts";
import { limitReason } from "#features/chat/models/limit-reason-rules.ts";
import { useLimitTime } from "#features/chat/models/use-limit-time.ts";
import { useModelHealth } from "#features/chat/models/use-model-health.ts";
import type { Failure } from "#features/chat/turns/turn-rules.ts";
import { MODEL_LABELS, type ModelId } from "#models";
import { Button } from "#ui/button.tsx";

/** So narrow that on a phone all buttons have room in one row. */
const NARROW = "max-[28rem]:px-2!";
const QUIET = { size: "sm", variant: "ghost", className: NARROW } as const;

/** Why a message got no reply, or not all of it, in one line, and what the person can do about it. */
export function FailureNote({
  failure,
  asked = null,
  title,
  isQuiet = false,
  onRetry,
  onRetryAll,
  onContinue,
  onEdit,
  children,
}: {
  failure: Failure;
  /** The models that were asked, or are about to write: another one is offered. Null where none is. */
  asked?: readonly ModelId[] | null;
  /** What it is about, below a reply; null below a question. Only read aloud, unless the note is quiet. */
  title: string | null;
  /** Whether it is of another reply than the one above, which takes nothing from that. */
  isQuiet?: boolean;
  onRetry: (model?: ModelId) => void;
  /** Retries all that failed beside it. */
  onRetryAll?: (() => void) | undefined;
  /** Asks its model to continue what it wrote. */
  onContinue?: (() => void) | undefined;
  onEdit?: () => void;
  /** Further buttons in the row of 'Retry'. */
  children?: ReactNode;
}) {
  const offersOther = asked !== null && failure.saved && failure.stopped !== true;
  const { healths } = useModelHealth(offersOther);
  const other = offersOther ? otherModel(healths, asked) : null;
  const side = title === null ? "max-w-[85%] justify-items-end" : "justify-items-start";
  // Whoever stopped it knows why there is no answer.
  const isPlain = isQuiet || failure.stopped === true;
  const reason = limitReason(failure, useLimitTime(failure.limit));
  return (
    <div className={`${isQuiet ? "mt-4" : "mt-2"} grid gap-2 text-sm print:hidden ${side}`}>
      <span className={`flex items-start gap-1.5 ${isPlain ? "text-ink-muted" : "text-danger"}`}>
        {!isPlain && <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
        <span className="text-balance">
          {title !== null && <span className={isQuiet ? "" : "sr-only"}>{title}</span>}
          {title !== null && (isQuiet ? ". " : " ")}
          <span>{reason}</span>
        </span>
      </span>
      <div className="flex flex-wrap items-center gap-2 max-[28rem]:gap-0.5">
        <RetryButton {...{ onRetry }} />
        {onRetryAll && (
          <Button {...QUIET} onClick={keepingFocus(onRetryAll)}>
            Try all again
          </Button>
        )}
        {onContinue && (
          <Button {...QUIET} onClick={onContinue}>
            Continue
          </Button>
        )}
        {other !== null && (
          <Button {...QUIET} onClick={keepingFocus(() => onRetry(other))}>
            {`Ask ${MODEL_LABELS[other]}`}
          </Button>
        )}
        {!failure.saved && onEdit && (
          <Button size="sm" variant="ghost" onClick={onEdit}>
            <Pencil aria-hidden="true" className="size-3.5" />
            Edit
          </Button>
        )}
        <div className="contents">{children}</div>
      </div>
    </div>
  );
}

export const RetryButton = ({ onRetry }: { onRetry: () => void }) => (
  <Button size="sm" className={NARROW} onClick={keepingFocus(onRetry)}>
    <RotateCcw aria-hidden="true" className="size-3.5" />
    Retry
  </Button>
);

/** For a button that disappears with the focus on it. */
const keepingFocus =
  (act: () => void) =>
  ({ currentTarget }: MouseEvent) => {
    currentTarget
      .closest<HTMLElement>("[data-comparison], [data-message]")
      ?.focus({ preventScroll: true });
    act();
  };
