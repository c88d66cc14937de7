import { useMemo } from "react";
import { inOneLine, type SecondOpinion } from "./second-opinion-rules.ts";

/** What another model says to the same question, in one line below the reply. A press shows the two side by side. */
export function SecondOpinionNote({
  second,
  reply,
  onShow,
}: {
  second: SecondOpinion;
  reply: string;
  onShow: () => void;
}) {
  const line = useMemo(() => inOneLine(second, reply), [second, reply]);
  return (
    <div
      role="note"
      aria-label="Second opinion"
      className="mt-3 animate-appear text-sm text-ink-muted"
    >
      {second.state === "running" ? (
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
