import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { membershipQuery } from "#features/account/account-queries.ts";
import { Home } from "#features/chat/new-chat/home.tsx";
import { useSession } from "#lib/session.ts";
import { lazyPage } from "./lazy-page.ts";
import { useLoginPrompt } from "./login-prompt-provider.tsx";
import { PromoCard } from "./promo-card.tsx";

export const loadConversation = () => import("#features/chat/conversation/conversation.tsx");
const Conversation = lazyPage(loadConversation, (module) => module.Conversation);

/** The chat screen: the home screen, or the conversation when a chat is selected. */
export function ChatScreen() {
  const { chatId } = useParams();
  const session = useSession();
  const userId = session.status === "signed-in" ? session.user.id : null;
  const onLoginRequired = useLoginPrompt();
  const membership = useQuery({
    ...membershipQuery(userId ?? ""),
    enabled: userId !== null,
  }).data;
  const shared = { userId, membership, onLoginRequired };

  if (chatId === undefined) return <Home {...shared} promo={<PromoCard />} />;
  return <Conversation {...shared} chatId={chatId} />;
}
