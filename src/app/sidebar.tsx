import { Suspense, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { Chat } from "#contract";
import { ChatRows } from "#features/chat/chat-list/chat-rows.tsx";
import { ModelStarters } from "#features/chat/new-chat/model-starters.tsx";
import { NewChatButton } from "#features/chat/new-chat/new-chat-button.tsx";
import { paths } from "#lib/paths.ts";
import { useSession } from "#lib/session.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { lazyPage } from "./lazy-page.ts";
import { useLoginPrompt } from "./login-prompt-provider.tsx";
import { Logo } from "./logo.tsx";
import { PromoCard } from "./promo-card.tsx";
import { SidebarFooter } from "./sidebar-footer.tsx";

export const loadChatList = () => import("#features/chat/chat-list/chat-list.tsx");
const ChatList = lazyPage(loadChatList, (module) => module.ChatList);
export const loadRenameDialog = () => import("#features/chat/chat-list/rename-dialog.tsx");
const RenameDialog = lazyPage(loadRenameDialog, (module) => module.RenameDialog);

/** What the sidebar and the drawer hold: logo, New Chat, the models, the list of chats, and who is signed in. */
export function Sidebar({ chatId }: { chatId: string | null }) {
  const navigate = useNavigate();
  const session = useSession();
  const userId = session.status === "signed-in" ? session.user.id : null;
  const onLoginRequired = useLoginPrompt();
  const [renamed, setRenamed] = useState<Chat | null>(null);
  return (
    <div className="flex h-full flex-col">
      {/* In a low window everything above the footer scrolls, so that nothing is out of reach. */}
      <div className="flex min-h-0 grow flex-col overflow-y-auto">
        <div className="flex h-14 shrink-0 items-center px-4">
          <Link to={paths.home} className="rounded-sm pointer-coarse:py-2">
            <Logo />
          </Link>
        </div>
        <div className="grid shrink-0 gap-4 px-3 pt-1 pb-3">
          <NewChatButton userId={userId} onLoginRequired={onLoginRequired} className="w-full" />
          <ModelStarters userId={userId} onLoginRequired={onLoginRequired} />
        </div>
        <div className="min-h-36 grow basis-0 overflow-y-auto px-3">
          {userId !== null && (
            <ErrorBoundary resetKey={userId}>
              <Suspense fallback={<ChatRows />}>
                <ChatList
                  userId={userId}
                  currentChatId={chatId}
                  onRename={setRenamed}
                  onDeleted={(id) => {
                    // Compared with the address of now: the person may have gone elsewhere while the chat was being deleted.
                    if (location.pathname === paths.chat(id)) void navigate(paths.home);
                  }}
                />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
        <div className="shrink-0 p-3">
          <PromoCard compact />
        </div>
      </div>
      <SidebarFooter />
      {/* Outside the list, so that the dialog and what is typed in it stay when its chat leaves the list. */}
      {renamed !== null && renamed.user_id === userId && (
        <ErrorBoundary floating resetKey={renamed.id}>
          <Suspense>
            <RenameDialog
              userId={renamed.user_id}
              chat={renamed}
              onClose={() => setRenamed(null)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
