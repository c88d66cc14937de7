import { serverTime } from "#lib/session.ts";
import { instant } from "#lib/timestamp.ts";
import { messageTime } from "./time-rules.ts";

/** When a message was stored. It is seen while one points at the message or has moved to it, and is no part of a copy. */
export function MessageTime({
  id,
  at,
  className,
}: {
  /** What describes the message to screen readers. */
  id: string;
  at: string;
  className: string;
}) {
  return (
    <time
      id={id}
      dateTime={new Date(instant(at) / 1000).toISOString()}
      // Its text is no part of the message's.
      data-time={messageTime(at, serverTime())}
      className={`text-xs whitespace-nowrap before:content-[attr(data-time)] text-ink-muted opacity-0 select-none group-hover:opacity-100 group-focus-visible:opacity-100 print:hidden ${className}`}
    />
  );
}

/** The id of the element with the time of a message. */
export const timeIdOf = (messageId: string) => `time-${messageId}`;

/** Stands between messages of two days. */
export function DayLine({ day }: { day: string }) {
  return <p className="pt-5 text-center text-xs text-ink-muted select-none print:hidden">{day}</p>;
}
