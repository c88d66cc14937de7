import { useStore } from "#lib/store.ts";
import { messagesLeftNote } from "./messages-left-rules.ts";
import { messagesLeft } from "./messages-left-store.ts";
import { useLimitTime } from "./use-limit-time.ts";

/** Says how many messages a limit leaves, from nine tenths of it on, until its time has passed. */
export function LimitNote({ userId }: { userId: string | null }) {
  const left = useStore(messagesLeft(userId), (all) => all?.near ?? null);
  const note = messagesLeftNote(left, useLimitTime(left));
  if (note === null) return null;
  return <span className="animate-appear font-medium text-ink sm:ml-4">{note}</span>;
}
