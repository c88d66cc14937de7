import { Clock, CornerDownLeft, Undo2 } from "lucide-react";
import { OwnText, QUESTION_TURN } from "#features/chat/text/message-frame.tsx";
import { PlainText } from "#features/chat/text/plain-text.tsx";
import { Button } from "#ui/button.tsx";
import { StopText } from "./stop-text.tsx";

/**
 * A message that waits for the reply before it, or for the network.
 * @param isForAll Whether it goes to all four models.
 * @param isFirst Whether it starts its chat, so that it waits for no reply.
 * @param isAfterStop Whether it was sent after Stop was pressed, so that the reply need not be whole.
 * @param isHeld Whether it does not go by itself, because that reply is not whole.
 * @param isOffline Whether it waits for the network.
 * @param onStopAndSend Null when there is nothing to stop.
 */
export function QueuedMessage({
  name,
  content,
  isForAll,
  isFirst,
  isAfterStop,
  isHeld,
  isOffline,
  onSend,
  onTakeBack,
  onStopAndSend,
}: {
  /** Each has one of its own. */
  name: string;
  content: string;
  isForAll: boolean;
  isFirst: boolean;
  isAfterStop: boolean;
  isHeld: boolean;
  isOffline: boolean;
  onSend: () => void;
  onTakeBack: () => void;
  onStopAndSend: (() => Promise<unknown>) | null;
}) {
  const awaited = isOffline
    ? "you are online again"
    : `the reply ${isAfterStop ? "has ended" : "is complete"}`;
  return (
    <section aria-label={name} className={QUESTION_TURN}>
      <OwnText
        content={content}
        className="border border-dashed border-line-strong bg-transparent!"
      >
        <PlainText content={content} leading="leading-6" />
      </OwnText>
      <div className="mt-1.5 flex max-w-full flex-wrap items-center justify-end gap-x-2 gap-y-1 text-sm text-ink-muted print:hidden">
        <span className="flex items-start gap-1.5 text-balance">
          <Clock aria-hidden="true" className="mt-[0.1875rem] size-3.5 shrink-0" />
          {isHeld
            ? `Not sent${isFirst ? "." : ": the reply it waited for is not complete."}`
            : `Sent ${isForAll ? "to all four models " : ""}when ${awaited}.`}
        </span>
        <span className="-mr-3.5 flex flex-wrap items-center justify-end gap-x-1">
          {isHeld && (
            <Button size="sm" onClick={onSend}>
              <CornerDownLeft aria-hidden="true" className="size-3.5" />
              Send now
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onTakeBack}>
            <Undo2 aria-hidden="true" className="size-3.5" />
            Take back
          </Button>
          {!isHeld && !isOffline && onStopAndSend !== null && (
            <StopText name="Stop and send now" onStop={onStopAndSend} />
          )}
        </span>
      </div>
    </section>
  );
}
