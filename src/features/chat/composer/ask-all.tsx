import { Grid2x2 } from "lucide-react";
import { lazy, Suspense, useId } from "react";
import { messagesLeftKey } from "#features/chat/messages-left/messages-left-key.ts";
import { readJson } from "#lib/storage.ts";
import { buttonClass } from "#ui/button.tsx";

export type AskAllProps = {
  readonly userId: string | null;
  /** Whether there is something to send. */
  readonly isReady: boolean;
  readonly onAsk: () => void;
};

// Loaded where something is known of a limit.
const HomeAskAll = lazy(() =>
  import("./limited-ask-all.tsx").then((module) => ({ default: module.HomeAskAll })),
);

/** The button 'Ask all four' beside the send button of the home box, where mostly nothing is known of a limit. */
export function AskAll({ userId, isReady, onAsk }: AskAllProps) {
  const button = <AskAllButton note={null} isReady={isReady} onPress={onAsk} />;
  if (readJson(messagesLeftKey(userId)) == null) return button;
  return (
    <Suspense fallback={<AskAllButton note={null} isReady={false} onPress={onAsk} />}>
      <HomeAskAll userId={userId} isReady={isReady} onAsk={onAsk} />
    </Suspense>
  );
}

/** The button itself. `note`: why all four models cannot be asked now; null when they can. */
export function AskAllButton({
  note,
  isReady,
  onPress,
}: {
  note: string | null;
  isReady: boolean;
  onPress: () => void;
}) {
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
        onClick={onPress}
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
