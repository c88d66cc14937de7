import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { buttonClass } from "#ui/button.tsx";
import type { AnswerPaging } from "./answers-rules.ts";

/** The question and the button that were pressed last: the answer that is shown then has buttons of its own. */
let pressed: { readonly questionId: string; readonly name: string } | undefined;

/** The buttons 'Previous answer' and 'Next answer', and between them which of several answers this is: 'Grok · 2 of 3'. */
export function AnswerPager({
  questionId,
  model,
  paging,
  isTabStop,
  onView,
}: {
  questionId: string;
  /** The label of the model that wrote this one. */
  model: string | null;
  paging: AnswerPaging;
  /** Whether Tab reaches the buttons before the focus has been in their message. Null outside of messages. */
  isTabStop: boolean | null;
  onView: (questionId: string, answerId: string) => void;
}) {
  const group = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (pressed?.questionId !== questionId) return;
    const { name } = pressed;
    pressed = undefined;
    const own = group.current?.querySelector<HTMLElement>(`[aria-label="${name}"]`);
    own?.focus({ preventScroll: true });
  }, [questionId]);

  const arrow = (name: string, Icon: typeof ChevronLeft, to: string | null) => (
    <button
      type="button"
      {...(isTabStop !== null && { "data-action": "" })}
      tabIndex={isTabStop === false ? -1 : 0}
      aria-label={name}
      title={name}
      // Not `disabled`: it would lose the focus at the last answer.
      aria-disabled={to === null}
      onClick={() => {
        if (to === null) return;
        pressed = { questionId, name };
        onView(questionId, to);
      }}
      className={buttonClass(
        { variant: "ghost", size: "sm" },
        "px-2 text-ink-muted aria-disabled:opacity-40",
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
    </button>
  );
  return (
    <span ref={group} className="flex items-center text-xs text-ink-muted">
      {arrow("Previous answer", ChevronLeft, paging.previous)}
      {model !== null && <span className="whitespace-pre">{model} · </span>}
      <span className="whitespace-nowrap tabular-nums">
        {paging.at} of {paging.count}
      </span>
      {arrow("Next answer", ChevronRight, paging.next)}
    </span>
  );
}
