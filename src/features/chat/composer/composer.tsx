import { Square } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from "react";
import { LimitNote } from "#features/chat/models/limit-note.tsx";
import { listen } from "#lib/listen.ts";
import type { MembershipState } from "#lib/membership.ts";
import { Button } from "#ui/button.tsx";
import { ChatBox } from "./chat-box.tsx";
import { stopsReply } from "./key-rules.ts";
import { MembershipNote } from "./membership-note.tsx";
import { useStop } from "./use-stop.ts";

/**
 * The box at the foot of a chat. While an answer is being written it has Stop. What is typed meanwhile waits for the
 * answer.
 */
export function Composer({
  box,
  userId,
  chatId,
  membership,
  line,
  waits,
  onSend,
  onSendAll,
  onStop,
}: {
  /** The field that is typed in. */
  box: RefObject<HTMLTextAreaElement | null>;
  userId: string;
  chatId: string;
  membership: MembershipState | undefined;
  /** What stands above the box, unless the membership does. */
  line: ReactNode;
  waits: boolean;
  onSend: (content: string) => void;
  /** Sends to all four models. */
  onSendAll: (content: string) => void;
  /** Null when there is nothing to stop. */
  onStop: (() => Promise<unknown>) | null;
}) {
  return (
    <ChatBox
      ref={box}
      userId={userId}
      place={chatId}
      notice={line ?? <MembershipNote membership={membership} />}
      left={<LimitNote userId={userId} />}
      renderStop={onStop && ((isBeside) => <StopButton isBeside={isBeside} onStop={onStop} />)}
      waits={waits}
      onSend={onSend}
      onSendAll={onSendAll}
    />
  );
}

/** Ends the answer that is being written. Esc does the same. */
function StopButton({ isBeside, onStop }: { isBeside: boolean; onStop: () => Promise<unknown> }) {
  const { button, stop } = useStop(onStop);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Esc in a dialog, a menu or the list of models closes that.
    if (event.defaultPrevented || isInOverlay(event.target) || !stopsReply(event)) return;
    stop();
  });
  useEffect(() => listen(document, ["keydown"], (event) => onKeyDown(event)), []);

  return (
    <Button
      ref={button}
      variant={isBeside ? "secondary" : "primary"}
      size="icon"
      aria-label="Stop"
      onClick={stop}
    >
      <Square aria-hidden="true" className="size-3.5 fill-current" />
    </Button>
  );
}

function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=menu], option") !== null;
}
