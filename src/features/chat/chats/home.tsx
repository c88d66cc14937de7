import { type ReactNode, useEffect } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { MembershipNote, useMembership } from "#features/chat/composer/membership-note.tsx";
import { MessageBox } from "#features/chat/composer/message-box.tsx";
import { HOME, withVisitorsDraft } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import type { AskedModels } from "#features/chat/models/model-rules.ts";
import { recoverHomeOutbox } from "#features/chat/sending/outbox-recovery.ts";
import { takeFromBox } from "#features/chat/sending/outgoing.ts";
import { senderOf } from "#features/chat/sending/sender.ts";
import { isRefused } from "#lib/membership.ts";
import { paths } from "#lib/paths.ts";
import { askToLogIn, serverTime } from "#lib/session.ts";
import { useTitle } from "#ui/title.ts";
import { WaitingStarts } from "./waiting-starts.tsx";

/** The main pane with no chat selected. A message sent here starts a chat. */
export function Home({
  userId,
  promo,
}: {
  userId: string | null;
  /** What stands below the box. */
  promo: ReactNode;
}) {
  const navigate = useNavigate();
  const { membership } = useMembership(userId);
  useTitle();
  useEffect(() => {
    if (userId === null) return;
    const visitors = draftStore(null);
    draftStore(userId).change((drafts) => withVisitorsDraft(drafts, visitors.get()));
    visitors.forget();
    recoverHomeOutbox(userId);
  }, [userId]);

  // Goes to the chat at once, so that the next key is typed there. A person whom the server is expected to refuse stays
  // until it has taken the message.
  const onSend = (content: string, models?: AskedModels) => {
    if (userId === null) return askToLogIn();
    const isOffline = !navigator.onLine;
    const entry = takeFromBox(userId, HOME, content, {
      models,
      waitsFor: isOffline ? "network" : null,
    });
    const stays = !isOffline && isRefused(membership, serverTime());
    if (!isOffline) senderOf(userId).deliver(entry, stays);
    if (!stays) glide(() => flushSync(() => void navigate(paths.chat(entry.chatId))));
  };

  return (
    <div className="mb-(--notice-room) flex-1 overflow-y-auto">
      {/* As high as without the room for a notice, so that nothing moves when one comes. The note appears late; the promotion moves down for it, and the box stays in place. */}
      <div className="mx-auto grid min-h-[calc(100%+var(--notice-room,0px))] w-full max-w-measure content-center gap-8 px-3 py-10 sm:px-8 [&:has(form_a)>:last-child]:translate-y-12">
        {/* Grows upward, so that the box stands where it stands for members. */}
        <div className="flex h-9 flex-col justify-end gap-3 text-center sm:h-11">
          <h1
            tabIndex={-1}
            className="text-[1.75rem] leading-tight font-semibold tracking-tight sm:text-4xl"
          >
            Hi, how can I help you?
          </h1>
          {userId === null && (
            <p data-visitors className="text-sm text-balance text-ink-muted">
              {/* No number stands on another line than its name. */}
              {
                "Four models, one place: ChatGPT\u{a0}4, ChatGPT\u{a0}5, Grok and Claude\u{a0}4. Chatting needs a membership."
              }
            </p>
          )}
        </div>
        <div key={userId} className="grid grid-cols-1 gap-6">
          {userId !== null && <WaitingStarts userId={userId} />}
          <MessageBox
            userId={userId}
            place={HOME}
            notice={<MembershipNote place={HOME} />}
            onSend={onSend}
          />
        </div>
        {promo}
      </div>
    </div>
  );
}

/**
 * Draws a chat in place of the home screen. Everything stands in the chat at once; the box is then seen to glide from its
 * place on the home screen to the foot of the chat.
 */
function glide(draw: () => void): void {
  const from = homeBox()?.getBoundingClientRect();
  draw();
  const box = homeBox();
  const isStill = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  if (!box || !from || isStill) return;
  const to = box.getBoundingClientRect();
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  const easing = "cubic-bezier(0.2, 0, 0, 1)";
  box.animate({ transform: [start, "none"] }, { duration: 200, easing });
}

const homeBox = () => document.querySelector<HTMLElement>("main form");
