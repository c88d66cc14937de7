import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type ComponentType, Suspense, useState } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { membershipQuery } from "#features/account/account-queries.ts";
import type { Conversation } from "#features/chat/conversation/conversation.tsx";
import { OpeningChat } from "#features/chat/conversation/opening-chat.tsx";
import { isChatId } from "#features/chat/data/chat-id-rules.ts";
import { Home, loadCreation } from "#features/chat/new-chat/home.tsx";
import { loadSender } from "#features/chat/sending/deliver.ts";
import { paths } from "#lib/paths.ts";
import { useUserId } from "#lib/session.ts";
import { PromoCard } from "./layout/promo-card.tsx";
import { lazyPage } from "./loading/lazy-page.ts";
import { useLoginPrompt } from "./loading/login-prompt-provider.tsx";

let Loaded: ComponentType<ComponentProps<typeof Conversation>> | undefined;

/**
 * Fetches the conversation, with the code that sends and creates chats: what is sent meanwhile is on its way when it
 * appears.
 */
export async function loadConversation() {
  const [module] = await Promise.all([
    import("#features/chat/conversation/conversation.tsx"),
    loadSender(),
    loadCreation(),
  ]);
  Loaded = module.Conversation;
  return module;
}
const LazyConversation = lazyPage(loadConversation, (module) => module.Conversation);

/**
 * The chat screen: the home screen, or the conversation when a chat is selected. An address in capital letters or with a
 * slash at its end is led to the chat's own.
 */
export function ChatScreen() {
  const { chatId } = useParams();
  const location = useLocation();
  const userId = useUserId();
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
  return <SelectedChat {...shared} chatId={chatId} />;
}

function SelectedChat(props: ComponentProps<typeof Conversation>) {
  const { userId, chatId, onLoginRequired } = props;
  // A component that is there already is drawn at once; a lazy one suspends first. It stays the same while it is shown.
  const [Chat] = useState(() => Loaded ?? LazyConversation);
  if (userId === null || !isChatId(chatId)) return <Chat {...props} />;
  const opening = { userId, chatId, onLoginRequired };
  return (
    <Suspense fallback={<OpeningChat key={chatId} {...opening} />}>
      <Chat {...props} />
    </Suspense>
  );
}
