import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { MessageBox } from "#features/chat/composer/message-box.tsx";
import { cacheEmptyChat } from "#features/chat/data/new-chat-cache.ts";
import { HOME, isEmpty, withVisitorsDraft } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { nextModel } from "#features/chat/models/model-choice.ts";
import { type AskedModels, modelsFrom } from "#features/chat/models/model-order-rules.ts";
import { deliver } from "#features/chat/sending/deliver.ts";
import { takeFromBox } from "#features/chat/sending/outgoing.ts";
import { isRefused, type MembershipState } from "#lib/membership.ts";
import { paths } from "#lib/paths.ts";
import { DEFAULT_MODEL } from "#models";
import { lazyLater } from "#ui/lazy-later.ts";
import { useTitle } from "#ui/title.ts";

type Props = {
  userId: string | null;
  /** The person's membership; undefined while it is not known. */
  membership: MembershipState | undefined;
  onLoginRequired: () => void;
  /** What stands below the box. */
  promo: ReactNode;
};

// Where its chunk cannot be loaded it is left out: the server's refusal says the same.
const MembershipNote = lazyLater(
  async () => (await import("#features/chat/composer/membership-note.tsx")).MembershipNote,
);

const AskAll = lazyLater(
  async () => (await import("#features/chat/composer/ask-all.tsx")).HomeAskAll,
);

/** Draws the chat that was started: at once, until the code is here that lets the box glide to its place. */
let glide = (draw: () => void) => draw();

/** Fetches the code that creates chats and shows the way to them. */
export const loadCreation = () =>
  import("./create-chat.ts").then((module) => void (glide = module.glide));

/** The main pane with no chat selected. A message sent here starts a chat. */
export function Home({ userId, membership, onLoginRequired, promo }: Props) {
  const client = useQueryClient();
  useTitle();
  useEffect(() => {
    if (userId === null) return;
    adoptVisitorsDraft(userId);
    const { outbox, returned } = draftStore(userId).get();
    if ([...outbox, ...returned].some((entry) => entry.startsChat)) {
      void import("#features/chat/sending/outbox-recovery.ts").then((module) =>
        module.recoverHomeOutbox(userId, client),
      );
    }
  }, [userId, client]);

  return (
    <div className="mb-(--notice-room) flex-1 overflow-y-auto">
      {/* As high as without the room for a notice, so that nothing moves when one comes. The note appears late; the promotion moves down for it, and the box stays in place. */}
      <div className="mx-auto grid min-h-[calc(100%+var(--notice-room,0px))] w-full max-w-measure content-center gap-8 px-5 py-10 sm:px-8 [&:has(form_a)>:last-child]:translate-y-8">
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
}: Omit<Props, "promo"> & { userId: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // Goes to the chat at once, so that the next key is typed there. A person whom the server is expected to refuse stays
  // until it has taken the message.
  const onSend = (content: string, models?: AskedModels) => {
    const entry = takeFromBox(userId, HOME, content, models);
    cacheEmptyChat(client, userId, entry.chatId);
    const stays = isRefused(membership, Date.now());
    deliver(entry, { userId, client, navigate, onLoginRequired }, stays);
    if (!stays) {
      glide(() => void navigate(paths.chat(entry.chatId), { flushSync: true }));
    }
  };
  return <HomeBox userId={userId} membership={membership} onSend={onSend} />;
}

function HomeBox({
  userId,
  membership,
  onSend,
}: {
  userId: string | null;
  membership: MembershipState | undefined;
  onSend: (content: string, models?: AskedModels) => void;
}) {
  const [now] = useState(() => Date.now());
  return (
    <MessageBox
      userId={userId}
      place={HOME}
      placeholder="Ask anything"
      isRound
      notice={
        isRefused(membership, now) && (
          <Suspense>
            <MembershipNote membership={membership} />
          </Suspense>
        )
      }
      askAll={{
        Button: AskAll,
        isLate: true,
        onAsk: (content) => onSend(content, modelsFrom(nextModel(userId) ?? DEFAULT_MODEL)),
      }}
      onSend={(content) => onSend(content)}
    />
  );
}

function adoptVisitorsDraft(userId: string) {
  const visitors = draftStore(null);
  if (isEmpty(visitors.get())) return;
  draftStore(userId).change((drafts) => withVisitorsDraft(drafts, visitors.get()), "now");
  visitors.forget();
}
