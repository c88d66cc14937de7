import { Clock, CornerDownLeft, Undo2 } from "lucide-react";
import { StopButton } from "#features/chat/composer/stop-button.tsx";
import { OwnText, QUESTION_TURN } from "#features/chat/text/message-frame.tsx";
import { PlainText } from "#features/chat/text/plain-text.tsx";
import { Button } from "#ui/button.tsx";
import type { ChatActions } from "./use-chat-actions.ts";

/**
 * The messages that wait for the reply before them, or for the network.
 * @param isFirst Whether they start their chat, so that the first of them waits for no reply.
 */
export function QueuedMessages({
  isFirst,
  actions: { queued, isOnline, isHeld, onSendNow, onTakeBack, onStop, onStopAndSend },
}: {
  isFirst: boolean;
  actions: ChatActions;
}) {
  return queued.map((entry, index) => {
    const { messageId, content, waitsFor, others } = entry;
    const held = isHeld(entry);
    const isOffline = !isOnline || waitsFor === "network";
    const awaited = isOffline
      ? "you are online again"
      : `the reply ${waitsFor === "ending" ? "has ended" : "is complete"}`;
    return (
      <section
        key={messageId}
        aria-label={`Waiting message${index === 0 ? "" : ` ${index + 1}`}`}
        className={QUESTION_TURN}
      >
        <OwnText
          content={content}
          className="border border-dashed border-line-strong bg-transparent!"
        >
          <PlainText content={content} />
        </OwnText>
        <div className="mt-1.5 flex max-w-full flex-wrap items-center justify-end gap-x-2 gap-y-1 text-sm text-ink-muted print:hidden">
          <span className="flex items-start gap-1.5 text-balance">
            <Clock aria-hidden="true" className="mt-[0.1875rem] size-3.5 shrink-0" />
            <span>
              {held
                ? `Not sent${isFirst ? "." : ": the reply it waited for is not complete."}`
                : `Will be sent ${others ? "to all four models " : ""}when ${awaited}.`}
            </span>
          </span>
          <span className="-mr-3.5 flex flex-wrap items-center justify-end gap-x-1">
            {held && (
              <Button size="sm" onClick={() => onSendNow(entry)}>
                <CornerDownLeft aria-hidden="true" className="size-3.5" />
                Send now
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={() => onTakeBack(entry)}>
              <Undo2 aria-hidden="true" className="size-3.5" />
              Take back
            </Button>
            {!held && !isOffline && onStop !== null && (
              <StopButton name="Stop and send now" onStop={() => onStopAndSend(entry)} />
            )}
          </span>
        </div>
      </section>
    );
  });
}
