// How a conversation looks. In the first script, for a chat that is shown before the rest of its code has arrived.

export const PANE =
  "flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] [scrollbar-gutter:stable_both-edges] print:overflow-visible";
export const COLUMN = "mx-auto flex w-full max-w-measure flex-col gap-8 px-4 pt-6 pb-14 sm:px-8";

/** Messages are plain text, never markup: line breaks are kept, long words wrap. */
export const TEXT = "whitespace-pre-wrap wrap-anywhere";
/** What is written from right to left, as Arabic and Hebrew are. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Lets each line choose its direction. Only where it is needed: it makes a very long line slow to lay out. */
export const eachLine = (text: string) =>
  RIGHT_TO_LEFT.test(text) ? "[unicode-bidi:plaintext]" : "";

/** What the person wrote, as a bubble. */
export function OwnText({ children }: { children: string }) {
  return (
    <p
      dir="auto"
      className={`${TEXT} ${eachLine(children)} max-w-[85%] rounded-xl rounded-br-sm bg-primary px-4 py-2.5 text-primary-ink forced-colors:border print:border print:bg-transparent print:text-ink`}
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
      Thinking...
    </span>
  );
}
