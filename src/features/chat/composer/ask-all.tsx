import { Grid2x2 } from "lucide-react";
import { useId } from "react";
import { LimitNote } from "#features/chat/models/limit-note.tsx";
import { useTurnsLeft } from "#features/chat/models/messages-left-store.ts";
import { useLimitTime } from "#features/chat/models/use-limit-time.ts";
import { NOTICES, notify } from "#lib/notices.ts";
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
  const note = askAllNote(left, useLimitTime(left));
  const noteId = useId();
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
        onClick={note === null ? onAsk : () => notify(NOTICES.tooFewLeft(note))}
        className={buttonClass(
          { variant: "ghost", size: "icon" },
          "text-ink-muted aria-disabled:opacity-50",
        )}
      >
        <Grid2x2 aria-hidden="true" className="size-[1.125rem]" />
      </button>
      {note !== null && (
        <span id={noteId} className="sr-only">
          {note}
        </span>
      )}
    </>
  );
}

/** The same at the home box, with what is left below the box: there it is not known before. */
export function HomeAskAll(props: AskAllProps) {
  return (
    <>
      <AskAll {...props} />
      <span className="absolute top-full left-2 pt-1.5 text-xs">
        <LimitNote userId={props.userId} />
      </span>
    </>
  );
}
