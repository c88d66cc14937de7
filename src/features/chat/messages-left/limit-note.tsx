import { useEffect, useState } from "react";
import { messagesLeftNote } from "./messages-left-rules.ts";
import { useMessagesLeft } from "./messages-left-store.ts";

/** Says how many messages a limit leaves, from nine tenths of it on, until its time has passed. */
export function LimitNote({ userId }: { userId: string | null }) {
  const left = useMessagesLeft(userId);
  const [now, setNow] = useState(() => Date.now());
  const note = messagesLeftNote(left, now);

  useEffect(() => {
    if (left === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Date.parse(left.until) - Date.now() + 1);
    return () => clearTimeout(timer);
  }, [left]);

  if (note === null) return null;
  return <span className="animate-appear font-medium text-ink sm:ml-4">{note}</span>;
}
