import { useNavigate } from "react-router-dom";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { takeBackHome, tellQueue, waitingStarts } from "#features/chat/drafts/queue-rules.ts";
import { senderOf } from "#features/chat/sending/sender.ts";
import { FALLBACKS } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { useStore } from "#lib/store.ts";
import { Button } from "#ui/button.tsx";

/** On the home screen, the messages sent there that wait to start their chats, or failed to, in the order of sending. */
export function WaitingStarts({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const drafts = draftStore(userId);
  const waiting = waitingStarts(useStore(drafts, (all) => all));
  if (waiting.length === 0) return null;
  const onRetry = (entry: OutboxEntry) => {
    if (navigator.onLine) senderOf(userId).sendNow(entry);
    else {
      const event = { type: "postponed", entry, waitsFor: "network" } as const;
      drafts.change((all) => tellQueue(all, entry.chatId, event));
    }
    void navigate(paths.chat(entry.chatId));
  };
  return (
    <div className="grid justify-items-end gap-4">
      {waiting.map((entry, index) => (
        <section
          key={entry.messageId}
          aria-label={`Waiting message${index === 0 ? "" : ` ${index + 1}`}`}
          className="flex max-w-full flex-col items-end"
        >
          <p
            dir="auto"
            className="bubble line-clamp-4 border border-dashed border-line-strong bg-transparent! leading-6 wrap-anywhere whitespace-pre-wrap"
          >
            {entry.content}
          </p>
          <div className="mt-1.5 flex flex-wrap items-center justify-end gap-x-2 text-sm">
            {entry.waitsFor === "person" ? (
              <>
                <span className="text-danger">{FALLBACKS.send_message}</span>
                <Button size="sm" onClick={() => onRetry(entry)}>
                  Retry
                </Button>
              </>
            ) : (
              <span className="text-ink-muted">Will be sent when you are online again.</span>
            )}
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                drafts.change((all) => takeBackHome(all, entry));
                // The button disappears with the focus on it.
                focusBox();
              }}
            >
              Take back
            </Button>
          </div>
        </section>
      ))}
    </div>
  );
}
