import { ChevronLeft, ChevronRight } from "lucide-react";
import { flushSync } from "react-dom";
import { buttonClass } from "#ui/button.tsx";
import type { AnswerPaging } from "./answers-rules.ts";

/** The buttons 'Previous answer: Grok' and 'Next answer: Claude 4', and between them which of several answers this is: '2 of 3'. */
export function AnswerPager({
  questionId,
  paging,
  onView,
}: {
  questionId: string;
  paging: AnswerPaging;
  onView: (questionId: string, answerId: string) => void;
}) {
  const onPress = (name: string, to: string) => {
    flushSync(() => onView(questionId, to));
    // The answer that is shown now has buttons of its own.
    document
      .querySelector<HTMLElement>(`[data-pager="${questionId}"] [aria-label^="${name}"]`)
      ?.focus({ preventScroll: true });
  };

  const arrow = (name: string, Icon: typeof ChevronLeft, to: AnswerPaging["next"]) => (
    <button
      type="button"
      tabIndex={-1}
      data-action=""
      aria-label={to?.writer ? `${name}: ${to.writer}` : name}
      title={to?.writer ? `${name}: ${to.writer}` : name}
      // Not `disabled`: it would lose the focus at the last answer.
      aria-disabled={to === null}
      onClick={() => to !== null && onPress(name, to.id)}
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
      <span className="whitespace-nowrap tabular-nums">{`${paging.at} of ${paging.count}`}</span>
      {arrow("Next answer", ChevronRight, paging.next)}
    </span>
  );
}
