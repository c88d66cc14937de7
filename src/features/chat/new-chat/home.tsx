import { notify, NOTICES } from "#lib/notices.ts";
import { useTitle } from "#ui/title.ts";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { HOME, isNothing, withVisitors } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import type { MembershipState } from "#lib/membership.ts";
import { MessageBox } from "#features/chat/composer/message-box.tsx";

type Props = {
  userId: string | null;
  /** The person's membership; undefined while it is not known. */
  membership: MembershipState | undefined;
  onLoginRequired: () => void;
  /** What stands below the box. */
  promo: ReactNode;
};

// A courtesy: where it cannot be fetched, the server's refusal says the same.
const MembershipNote = lazy(() =>
  import("#features/chat/composer/membership-note.tsx").then(
    ({ MembershipNote: Note }) => ({ default: Note }),
    () => ({ default: () => null }),
  ),
);

/** The main pane with no chat selected (SPEC 2): a message sent here starts a chat. */
export function Home({ userId, membership, onLoginRequired, promo }: Props) {
  const client = useQueryClient();
  useTitle();
  useEffect(() => {
    if (userId === null) return;
    adoptVisitorsDraft(userId);
    if (
      draftStore(userId)
        .get()
        .outbox.some((entry) => entry.startsChat)
    ) {
      void import("./home-outbox.ts").then((outbox) => outbox.recoverHomeOutbox(userId, client));
    }
  }, [userId, client]);

  return (
    <div className="flex flex-1 flex-col overflow-y-auto">
      {/* The note with its link comes late: the promotion makes way for it without moving the box. */}
      <div className="m-auto grid w-full max-w-measure gap-8 px-5 py-10 sm:px-8 [&:has(form_a)>:last-child]:translate-y-8">
        <h1
          tabIndex={-1}
          className="text-center text-[1.75rem] leading-tight font-semibold tracking-tight sm:text-4xl"
        >
          Hi, how can I help you?
        </h1>
        {userId === null ? (
          <HomeBox userId={null} membership={membership} onSend={onLoginRequired} />
        ) : (
          <MemberBox userId={userId} membership={membership} onLoginRequired={onLoginRequired} />
        )}
        {promo}
      </div>
    </div>
  );
}

function MemberBox({
  userId,
  membership,
  onLoginRequired,
}: {
  userId: string;
  membership: MembershipState | undefined;
  onLoginRequired: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isStarting = useRef(false);

  // What sends is fetched when it is first needed; until then the text stays in its box.
  const onSend = async (text: string) => {
    if (isStarting.current) return;
    isStarting.current = true;
    try {
      const { createSender } = await import("#features/chat/turns/sender.ts");
      const { startChat } = createSender({ userId, client, navigate, onLoginRequired });
      startChat(text, membership);
    } catch {
      notify(NOTICES.sendFailed());
    }
    isStarting.current = false;
  };
  return <HomeBox userId={userId} membership={membership} onSend={(text) => void onSend(text)} />;
}

function HomeBox({
  userId,
  membership,
  onSend,
}: {
  userId: string | null;
  membership: MembershipState | undefined;
  onSend: (text: string) => void;
}) {
  return (
    <MessageBox
      userId={userId}
      place={HOME}
      placeholder="Ask anything"
      isRound
      notice={
        membership !== undefined && (
          <Suspense>
            <MembershipNote membership={membership} />
          </Suspense>
        )
      }
      onSend={onSend}
    />
  );
}

function adoptVisitorsDraft(userId: string) {
  const visitors = draftStore(null);
  if (isNothing(visitors.get())) return;
  draftStore(userId).change((drafts) => withVisitors(drafts, visitors.get()), "now");
  visitors.forget();
}
