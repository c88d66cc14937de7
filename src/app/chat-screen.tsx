import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { membershipQuery } from "#features/account/account-queries.ts";
import { Home } from "#features/chat/chats/home.tsx";
import { OpeningChat } from "#features/chat/conversation/opening-chat.tsx";
import { isChatId } from "#features/chat/data/chat-pages-rules.ts";
import { paths } from "#lib/paths.ts";
import { useUserId } from "#lib/session.ts";
import { PromoCard } from "./layout/promo-card.tsx";
import { lazyPage } from "./loading/lazy-page.tsx";

export const LateConversation = lazyPage(
  () => import("#features/chat/conversation/conversation.tsx"),
  "Conversation",
);

/**
 * The chat screen: the home screen, or the conversation when a chat is selected. An address in capital letters or with a
 * slash at its end is led to the chat's own.
 */
export function ChatScreen() {
  const { chatId } = useParams();
  const location = useLocation();
  const userId = useUserId();
  useQuery({ ...membershipQuery(userId ?? ""), enabled: userId !== null });

  if (chatId === undefined) return <Home userId={userId} promo={<PromoCard />} />;
  const address = paths.chat(chatId.toLowerCase());
  if (isChatId(chatId) && location.pathname !== address) {
    return <Navigate replace to={{ ...location, pathname: address }} state={location.state} />;
  }
  const selected = <LateConversation userId={userId} chatId={chatId} />;
  if (userId === null || !isChatId(chatId)) return selected;
  return (
    <Suspense fallback={<OpeningChat key={chatId} userId={userId} chatId={chatId} />}>
      {selected}
    </Suspense>
  );
}
