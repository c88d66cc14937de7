import type { ReactNode, Ref } from "react";
import { hasRightToLeft } from "./direction-rules.ts";

// How a conversation looks. Also of one that is shown before the rest of its code has arrived.

/** The classes of the pane that scrolls. What stands in it may measure itself by its height. */
export const PANE =
  "[container-type:size] mb-(--notice-room) flex-1 overflow-y-auto overscroll-contain transition-[margin] [overflow-anchor:none] [scrollbar-gutter:stable_both-edges] print:[container-type:normal] print:overflow-visible";
/** The classes of the column of messages in it: 20 px between a question and its reply. */
export const COLUMN =
  "mx-auto flex w-full max-w-measure flex-col gap-5 px-4 pt-6 pb-14 sm:px-8 low:pt-3 low:pb-6";
/** The classes of a question: 40 px below what stands above it. */
export const QUESTION_TURN = "flex flex-col items-end not-first:mt-5";
/** Room for the buttons of a reply that is being written: nothing moves when it has them. */
export const ACTIONS_ROOM = "pb-[1.3125rem] pointer-coarse:pb-[1.6875rem] print:pb-0";

/** Messages are plain text, never markup: line breaks are kept, long words wrap. The line height is that of empty lines. */
export const TEXT = "whitespace-pre-wrap wrap-anywhere leading-4";
/** Lets each line choose its direction. Only where it is needed: it makes a very long line slow to lay out. */
export const eachLine = (text: string) => (hasRightToLeft(text) ? "[unicode-bidi:plaintext]" : "");

/** What the person wrote, as a bubble. `children` shows the content. */
export function OwnText({
  ref,
  content,
  className = "",
  children,
}: {
  ref?: Ref<HTMLParagraphElement>;
  content: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <p
      ref={ref}
      dir="auto"
      data-content=""
      className={`bubble ${TEXT} ${eachLine(content)} ${className}`}
    >
      {children}
    </p>
  );
}

/** Stands where an answer will, until its first text has arrived. */
export function Thinking() {
  return (
    <span className="flex items-center gap-2.5 text-ink-muted">
      <span aria-hidden="true" className="size-2 animate-shimmer rounded-full bg-primary" />
      <span>Thinking...</span>
    </span>
  );
}
