import { useTitle } from "#ui/title.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { HOME, isNothing, withVisitors } from "./draft-rules.ts";
import { draftStore } from "./draft-store.ts";
import { MembershipNote } from "./membership-note.tsx";
import { type Membership, refusalAhead } from "./membership-rules.ts";
import { MessageBox } from "./message-box.tsx";
import { useHomeOutbox } from "./use-outbox.ts";
import { useSend } from "./use-send.ts";
import { turnsOf } from "./use-turns.ts";

type Props = {
  userId: string | null;
  /** The person's membership; undefined while it is not known. */
  membership: Membership | undefined;
  onLoginRequired: () => void;
  /** What stands below the box. */
  promo: ReactNode;
};

/** The main pane with no chat selected (SPEC 2): a message sent here starts a chat. */
export function Home({ userId, membership, onLoginRequired, promo }: Props) {
  const client = useQueryClient();
  useTitle();
  useHomeOutbox(userId, userId === null ? null : turnsOf(userId, client));
  useEffect(() => {
    if (userId !== null) adoptVisitorsDraft(userId);
  }, [userId]);

  return (
    <div className="flex flex-1 flex-col overflow-y-auto">
      <div className="m-auto grid w-full max-w-measure gap-8 px-5 py-10 sm:px-8">
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
  membership: Membership | undefined;
  onLoginRequired: () => void;
}) {
  const { startChat } = useSend(userId, onLoginRequired);
  const onSend = (text: string) => startChat(text, refusalAhead(membership, Date.now()) === null);
  return <HomeBox userId={userId} membership={membership} onSend={onSend} />;
}

function HomeBox({
  userId,
  membership,
  onSend,
}: {
  userId: string | null;
  membership: Membership | undefined;
  onSend: (text: string) => void;
}) {
  return (
    <MessageBox
      userId={userId}
      place={HOME}
      placeholder="Ask anything"
      isRound
      notice={userId !== null && <MembershipNote membership={membership} />}
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
