import { ChevronLeft, ChevronRight } from "lucide-react";
import { flushSync } from "react-dom";
import { buttonClass } from "#ui/button.tsx";
import type { AnswerPaging } from "./answers-rules.ts";

/** The buttons 'Previous answer' and 'Next answer', and between them which of several answers this is: 'Grok · 2 of 3'. */
export function AnswerPager({
  questionId,
  model,
  paging,
  onView,
}: {
  questionId: string;
  /** The label of the model that wrote this one. */
  model: string | null;
  paging: AnswerPaging;
  onView: (questionId: string, answerId: string) => void;
}) {
  const onPress = (name: string, to: string) => {
    flushSync(() => onView(questionId, to));
    // The answer that is shown now has buttons of its own.
    document
      .querySelector<HTMLElement>(`[data-pager="${questionId}"] [aria-label="${name}"]`)
      ?.focus({ preventScroll: true });
  };

  const arrow = (name: string, Icon: typeof ChevronLeft, to: string | null) => (
    <button
      type="button"
      tabIndex={-1}
      data-action=""
      aria-label={name}
      title={name}
      // Not `disabled`: it would lose the focus at the last answer.
      aria-disabled={to === null}
      onClick={() => to !== null && onPress(name, to)}
      className={buttonClass(
        { variant: "ghost", size: "sm" },
        "px-2 text-ink-muted aria-disabled:opacity-40",
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
    </button>
  );
  return (
    <span data-pager={questionId} className="flex items-center text-xs text-ink-muted">
      {arrow("Previous answer", ChevronLeft, paging.previous)}
      {model !== null && <span className="whitespace-pre">{`${model} · `}</span>}
      <span className="whitespace-nowrap tabular-nums">{`${paging.at} of ${paging.count}`}</span>
      {arrow("Next answer", ChevronRight, paging.next)}
    </span>
  );
}
