import { LimitNote } from "#features/chat/messages-left/limit-note.tsx";
import { useTurnsLeft } from "#features/chat/messages-left/messages-left-store.ts";
import { useLimitTime } from "#features/chat/messages-left/use-limit-time.ts";
import { notify } from "#lib/notify.ts";
import { askAllNote } from "./ask-all-rules.ts";
import { AskAllButton, type AskAllProps } from "./ask-all.tsx";

/** The button 'Ask all four'. Says so when fewer messages are left than it takes. */
export function LimitedAskAll({ userId, isReady, onAsk }: AskAllProps) {
  const left = useTurnsLeft(userId);
  const note = askAllNote(left, useLimitTime(left));
  return (
    <AskAllButton
      note={note}
      isReady={isReady}
      onPress={() => {
        if (note === null) onAsk();
        else void sayWhyNot(note);
      }}
    />
  );
}

/** The same at the home box, with what is left below the box: there it is not known before. */
export function HomeAskAll(props: AskAllProps) {
  return (
    <>
      <LimitedAskAll {...props} />
      <span className="absolute top-full left-2 pt-1.5 text-xs">
        <LimitNote userId={props.userId} />
      </span>
    </>
  );
}

/** The texts of notices are fetched when there is one. */
async function sayWhyNot(note: string) {
  const notices = await import("#lib/notices.ts").catch(() => null);
  if (notices !== null) notify(notices.NOTICES.tooFewLeft(note));
}
