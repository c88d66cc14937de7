import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router-dom";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { chatsWaitingOffline } from "#features/chat/drafts/queue-rules.ts";
import { useStore } from "#lib/store.ts";
import { useIsOnline } from "#lib/use-is-online.ts";
import { createSender } from "./sender.ts";

/** Sends what waits for the network as soon as there is one, in every chat the next message, and after a reload too. */
export function useSendOnceOnline(userId: string | null): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isOnline = useIsOnline();
  const waiting = useStore(draftStore(userId), ({ outbox }) => chatsWaitingOffline(outbox).join());
  const send = useEffectEvent(() => {
    if (userId === null) return;
    const sender = createSender({ userId, client, navigate });
    const { outbox } = draftStore(userId).get();
    for (const chatId of chatsWaitingOffline(outbox)) sender.sendQueued(chatId, true);
  });
  useEffect(() => {
    if (isOnline && waiting !== "") send();
  }, [isOnline, waiting]);
}
