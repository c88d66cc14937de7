import { type RefObject, useId } from "react";
import { askAllNote } from "#features/chat/models/messages-left-rules.ts";
import { messagesLeft } from "#features/chat/models/messages-left-store.ts";
import { useLimitTime } from "#features/chat/models/use-limit-time.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { keptStore, useStore } from "#lib/store.ts";
import { commandKey } from "#ui/keys.tsx";
import { Leaves } from "#ui/leaves.tsx";

/** How often it has been used in this browser. Until it is known, the word stands below the icon of a narrow box. */
const uses = keptStore("all-four-uses", (stored) => (typeof stored === "number" ? stored : 0));
const USES_UNTIL_KNOWN = 3;

/**
 * The button 'Ask all four' beside the send button, with its word where the box has the room. Says so when fewer messages
 * are left than it takes.
 */
export function AskAll({
  ref,
  userId,
  isReady,
  onAsk,
}: {
  ref: RefObject<HTMLButtonElement | null>;
  userId: string | null;
  /** Whether there is something to send. */
  isReady: boolean;
  onAsk: () => void;
}) {
  const left = useStore(messagesLeft(userId), (all) => all);
  const note = askAllNote(left, useLimitTime(left));
  const noteId = useId();
  const isKnown = useStore(uses, (count) => count >= USES_UNTIL_KNOWN);
  return (
    <>
      <button
        ref={ref}
        type="button"
        // Not `disabled` where there is something to say about it: nobody would find it.
        disabled={note === null && !isReady}
        aria-disabled={note !== null || !isReady}
        aria-label="Ask all four"
        aria-describedby={note === null ? undefined : noteId}
        title={note ?? `Ask all four (${commandKey()} + Enter)`}
        onClick={() => {
          if (note !== null) return notify(NOTICES.tooFewLeft(note));
          uses.change((count) => Math.min(count + 1, USES_UNTIL_KNOWN));
          onAsk();
        }}
        className="pressable inline-flex h-9 min-w-9 flex-col border-line-button text-ink hover:bg-hover disabled:bg-transparent aria-disabled:text-ink-muted @[30rem]:flex-row @[30rem]:gap-2 @[30rem]:border @[30rem]:px-3.5 pointer-coarse:h-11 pointer-coarse:min-w-11"
      >
        <Leaves className="size-4" />
        <span
          aria-hidden="true"
          className={`w-9 text-[0.625rem] leading-[0.625rem] @[30rem]:inline @[30rem]:w-auto @[30rem]:text-sm ${isKnown ? "hidden" : ""}`}
        >
          Ask all four
        </span>
      </button>
      {note !== null && (
        <span id={noteId} className="sr-only">
          {note}
        </span>
      )}
    </>
  );
}
