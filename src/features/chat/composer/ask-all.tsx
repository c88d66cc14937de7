import { useEffect, useId, useState } from "react";
import { useTurnsLeft } from "#features/chat/data/messages-left-store.ts";
import { notify } from "#lib/notify.ts";
import { buttonClass } from "#ui/button.tsx";
import { askAllNote } from "./ask-all-rules.ts";

export type AskAllProps = {
  readonly userId: string | null;
  /** Whether there is something to send. */
  readonly isReady: boolean;
  readonly onAsk: () => void;
};

/** The button 'Ask all four' beside the send button. Says so when fewer messages are left than it takes. */
export function AskAll({ userId, isReady, onAsk }: AskAllProps) {
  const left = useTurnsLeft(userId);
  const [now, setNow] = useState(() => Date.now());
  const noteId = useId();
  const note = askAllNote(left, now);

  // The time of the limit passes while the page is open.
  useEffect(() => {
    if (left === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Date.parse(left.until) - Date.now() + 1);
    return () => clearTimeout(timer);
  }, [left]);

  const isOff = note !== null || !isReady;
  return (
    <>
      <button
        type="button"
        // Not `disabled` where there is something to say about it: nobody would find it.
        disabled={note === null && !isReady}
        aria-disabled={isOff}
        aria-label="Ask all four"
        aria-describedby={note === null ? undefined : noteId}
        title={note ?? "Ask all four"}
        onClick={() => {
          if (note !== null) void sayWhyNot(note);
          else if (!isOff) onAsk();
        }}
        className={buttonClass(
          { variant: "ghost", size: "icon" },
          "text-ink-muted aria-disabled:opacity-50",
        )}
      >
        {/* Drawn here: the chunk of the shared icons would be fetched for it. */}
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          className="size-[1.125rem] fill-none stroke-current stroke-2"
        >
          <path d="M4 4h16v16H4zM4 12h16M12 4v16" strokeLinejoin="round" />
        </svg>
      </button>
      {note !== null && (
        <span id={noteId} className="sr-only">
          {note}
        </span>
      )}
    </>
  );
}

/** The texts of notices are fetched when there is one. */
async function sayWhyNot(note: string) {
  const notices = await import("#lib/notices.ts").catch(() => null);
  if (notices !== null) notify(notices.NOTICES.tooFewLeft(note));
}
