import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useDraft } from "#features/chat/drafts/draft-store.ts";
import { upgradeLink } from "#lib/env.ts";
import { isRefused, membershipKey, type MembershipState } from "#lib/membership.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { refusalAhead } from "#lib/refusal-rules.ts";
import { serverTime, useUserId } from "#lib/session.ts";
import { keptStore } from "#lib/store.ts";
import { Wall } from "#ui/wall.tsx";
import { contentToSend } from "./content-rules.ts";

/**
 * A person's membership, which the chat screen reads; undefined while it is not known. `judgedAt`: when it was read, or
 * when what asks was opened, if that was later. In milliseconds since 1970.
 */
export function useMembership(userId: string | null) {
  const key = membershipKey(userId ?? "");
  const { data, dataUpdatedAt } = useQuery<MembershipState>({ queryKey: key, enabled: false });
  const [openedAt] = useState(() => serverTime());
  return { membership: data, judgedAt: Math.max(openedAt, serverTime(dataUpdatedAt)) };
}

/** Of whom this browser has shown that they cannot chat. Who can by then is told so, once. */
export const refusedStore = (userId: string) =>
  keptStore(`refused:${userId}`, (stored) => stored === true);

/** Tells whoever could not chat, and has paid, that their membership is active. */
export function useMembershipNotice(userId: string | null): void {
  const { membership } = useMembership(userId);
  useEffect(() => {
    if (userId === null || membership === undefined) return;
    const store = refusedStore(userId);
    const isNow = isRefused(membership, serverTime());
    if (store.get() && !isNow) notify(NOTICES.membershipActive);
    if (store.get() !== isNow) store.change(() => isNow);
  }, [userId, membership]);
}

/** Says, before anything is sent, that messages will be refused, with a link to the plans. */
export function MembershipNote({ place }: { place: string }) {
  const userId = useUserId();
  const { membership, judgedAt } = useMembership(userId);
  const [typed] = useDraft(userId, place);
  const refusal = refusalAhead(membership, "Chatting", judgedAt);
  if (refusal === null) return null;
  const kept = contentToSend(typed) === null ? "" : " Your question is kept.";
  return <Wall {...refusal} reason={refusal.reason + kept} href={upgradeLink(userId)} />;
}
