import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readChat } from "#features/chat/data/chat-api.ts";
import { refreshChat } from "#features/chat/data/chat-channel.ts";
import { boxAt, contentAt, HOME, placeOf } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { keepOfGone, moveHome, returnToBox } from "#features/chat/drafts/outbox-rules.ts";
import { wayBack } from "#features/chat/sending/outgoing.ts";
import { paths } from "#lib/paths.ts";
import { serverTime } from "#lib/session.ts";
import { useStore } from "#lib/store.ts";
import { CLAIM_RENEWAL_SECONDS } from "#time-limits";
import { ButtonLink } from "#ui/button.tsx";
import { useTitle } from "#ui/title.ts";

/** The first pauses: together a little longer than 'Undo' is offered on another device. */
const AT_FIRST_MS = [1_000, 2_000, 3_000, 5_000];
const EVERY_MS = 15_000;
/** Together ten minutes: for so long another device may undo the deletion. */
const TIMES = 44;
/** After this time a function whose chat was deleted has handed over the rest of its text. */
const HANDED_OVER_AFTER_MS = (CLAIM_RENEWAL_SECONDS + 1) * 1000;

/** Shown for an address that is not a chat of this person: deleted, another person's, or not a chat's id at all. */
export function MissingChat({
  isVisitor,
  hasText = false,
}: {
  isVisitor: boolean;
  /** Whether something that was typed stands in the home box. */
  hasText?: boolean;
}) {
  useTitle("Conversation not found");
  const { pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // It may take the place of a chat that was being looked up and had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-2 px-6 py-16 text-center">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
        This conversation is not here
      </h1>
      <p className="max-w-sm text-ink-muted">
        {isVisitor
          ? "Conversations belong to an account. If this one is yours, log in to see it."
          : "It may have been deleted, or it belongs to another account."}
      </p>
      {hasText && (
        <p className="max-w-sm text-ink-muted">
          What you typed is kept: it is there when you start a new conversation.
        </p>
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {isVisitor && (
          <ButtonLink variant="primary" to={paths.login} state={{ from: pathname }}>
            Log in
          </ButtonLink>
        )}
        <ButtonLink to={paths.home}>Start a new conversation</ButtonLink>
      </div>
    </div>
  );
}

/**
 * A chat that does not exist. What was typed in it stands in the home box too. What should have started it goes back to
 * where it was sent.
 * @param wasThere Whether it was opened before this browser deleted it. Else what was typed there goes with it.
 */
export function GoneChat({
  userId,
  chatId,
  wasThere,
}: {
  userId: string;
  chatId: string;
  wasThere: boolean;
}) {
  const navigate = useNavigate();
  const drafts = draftStore(userId);
  const [unmade] = useState(() =>
    drafts.get().outbox.find((it) => it.startsChat && it.chatId === chatId),
  );
  useReadAgain(userId, chatId);
  const hasText = useStore(drafts, (all) => contentAt(all, HOME) !== "");
  const leave = useEffectEvent(() => {
    if (unmade === undefined) {
      // Typing in one whose deletion was not known yet has taken the mark away.
      const isMarked = boxAt(drafts.get(), chatId).deletedAt !== null;
      if (wasThere || !isMarked) drafts.change((all) => keepOfGone(all, chatId, serverTime()));
      return;
    }
    const place = placeOf(drafts.get(), unmade);
    // The home screen takes care of its own messages.
    drafts.change((all) =>
      unmade.from ? returnToBox(all, place, unmade, true) : moveHome(all, chatId),
    );
    const [to, options] = wayBack(place === HOME ? undefined : unmade.from);
    void navigate(to, { ...options, replace: true });
  });
  useEffect(() => leave(), []);
  return unmade ? null : <MissingChat isVisitor={false} hasText={hasText} />;
}

/** Asks again and again whether a chat that was found deleted is back, while the page is visible, and shows it then. */
function useReadAgain(userId: string, chatId: string): void {
  useQuery({
    queryKey: ["gone-chat", userId, chatId],
    queryFn: async ({ signal }) => {
      const isBack = (await readChat(chatId, signal)) !== null;
      if (isBack) {
        refreshChat({ userId, chatId });
        setTimeout(refreshChat, HANDED_OVER_AFTER_MS, { userId, chatId });
      }
      return isBack;
    },
    // It has just been read.
    initialData: false,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      const times = state.dataUpdateCount + state.errorUpdateCount;
      return state.data || times >= TIMES ? false : (AT_FIRST_MS[times] ?? EVERY_MS);
    },
  });
}
