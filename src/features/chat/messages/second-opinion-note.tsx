import { useMemo } from "react";
import { isRunning, type KnownAnswer, writerOf } from "./answers-rules.ts";
import { useComparing } from "./comparison.ts";

/**
 * What another model says to the same question, in one line below the reply, whose place is kept until it can be
 * compared. A press shows the two side by side.
 */
export function SecondOpinionNote({
  second,
  reply,
  onShow,
}: {
  second: KnownAnswer;
  reply: string;
  onShow: () => void;
}) {
  const code = useComparing();
  const known = useMemo(() => code?.inOneLine(second, reply), [code, second, reply]);
  const line = known ?? writerOf(second);
  return (
    <div
      role="note"
      aria-label="Second opinion"
      className={`mt-3 animate-appear text-sm text-ink-muted ${known === undefined ? "invisible" : ""}`}
    >
      {isRunning(second) ? (
        line
      ) : (
        <button
          type="button"
          className="rounded-md bg-surface-sunken px-3.5 py-2 text-left wrap-anywhere text-ink underline decoration-line-strong underline-offset-4 hover:bg-surface-hover hover:decoration-primary pointer-coarse:min-h-11 print:bg-transparent print:p-0 print:no-underline"
          onClick={onShow}
        >
          {line}
        </button>
      )}
    </div>
  );
}
