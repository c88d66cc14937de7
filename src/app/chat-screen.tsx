import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { membershipQuery } from "#features/account/account-queries.ts";
import { isChatId } from "#features/chat/data/chat-id-rules.ts";
import { Home } from "#features/chat/new-chat/home.tsx";
import { paths } from "#lib/paths.ts";
import { useSession } from "#lib/session.ts";
import { lazyPage } from "./lazy-page.ts";
import { useLoginPrompt } from "./login-prompt-provider.tsx";
import { PromoCard } from "./promo-card.tsx";

export const loadConversation = () => import("#features/chat/conversation/conversation.tsx");
const Conversation = lazyPage(loadConversation, (module) => module.Conversation);

/**
 * The chat screen: the home screen, or the conversation when a chat is selected. An address in capital letters or with a
 * slash at its end is led to the chat's own.
 */
export function ChatScreen() {
  const { chatId } = useParams();
  const location = useLocation();
  const session = useSession();
  const userId = session.status === "signed-in" ? session.user.id : null;
  const onLoginRequired = useLoginPrompt();
  const membership = useQuery({
    ...membershipQuery(userId ?? ""),
    enabled: userId !== null,
  }).data;
  const shared = { userId, membership, onLoginRequired };

  if (chatId === undefined) return <Home {...shared} promo={<PromoCard />} />;
  const address = paths.chat(chatId.toLowerCase());
  if (isChatId(chatId) && location.pathname !== address) {
    return <Navigate replace to={{ ...location, pathname: address }} state={location.state} />;
  }
  return <Conversation {...shared} chatId={chatId} />;
}
