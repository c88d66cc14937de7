import { Search } from "lucide-react";
import { type ComponentProps, type ComponentType, useState } from "react";
import type { Chat } from "#contract";
import { ChatRows } from "#features/chat/chats/chat-rows.tsx";
import { ModelStarters } from "#features/chat/chats/model-starters.tsx";
import { NewChatButton } from "#features/chat/chats/new-chat-button.tsx";
import { askToLogIn, useUserId } from "#lib/session.ts";
import { commandKey, Keys } from "#ui/keys.tsx";
import { NoticePlace } from "#ui/notice-place.tsx";
import { ErrorBoundary } from "../loading/error-boundary.tsx";
import { lazyPage } from "../loading/lazy-page.tsx";
import { openedDialog } from "../shortcuts/opened-dialog.ts";
import { FoldButton } from "./fold-button.tsx";
import { Logo } from "./logo.tsx";
import { PromoCard } from "./promo-card.tsx";
import { SidebarFooter } from "./sidebar-footer.tsx";

export const LateChatList = lazyPage(
  () => import("#features/chat/chats/chat-list.tsx"),
  "ChatList",
);
const RenameDialog = lazyPage(
  () => import("#features/chat/chats/rename-dialog.tsx"),
  "RenameDialog",
);
const ExportDialog = lazyPage(
  () => import("#features/chat/export/export-dialog.tsx"),
  "ExportDialog",
);
type ChatDialog = ComponentType<ComponentProps<typeof RenameDialog>>;

const openSearch = () => openedDialog.set("search");

/** What the sidebar and the drawer hold: logo, New Chat, the models, the list of chats, and who is signed in. */
export function Sidebar({
  chatId,
  onSearch,
}: {
  chatId: string | null;
  /** In the drawer, which closes for it. */
  onSearch?: () => void;
}) {
  const userId = useUserId();
  // The dialog that was opened in the menu of a chat.
  const [opened, setOpened] = useState<{ Dialog: ChatDialog; chat: Chat } | null>(null);
  return (
    <div className="@container flex h-full flex-col">
      {/* In a low window everything above the footer scrolls. What is inside is as wide as the sidebar (cqw), so that
          nothing moves when a scrollbar comes. In the drawer it ends above a notice, and nothing moves for that either. */}
      <div className="mb-(--foot-room) min-h-0 grow overflow-x-hidden overflow-y-auto [scrollbar-width:thin]">
        <div className="flex min-h-[calc(100%+var(--foot-room,0px))] flex-col">
          <div className="sticky top-0 z-10 flex h-14 w-[100cqw] shrink-0 items-center bg-surface-sunken px-4">
            <Logo />
            <FoldButton folds className="-mr-2 ml-auto" />
          </div>
          <div className="grid w-[100cqw] shrink-0 gap-4 px-3 pt-1 pb-3">
            <NewChatButton className="w-full" />
            <button
              type="button"
              onClick={userId === null ? askToLogIn : (onSearch ?? openSearch)}
              className="group -my-2 flex min-h-9 w-full items-center gap-2.5 rounded-sm px-3 py-1.5 text-left text-sm text-ink transition-colors hover:bg-hover pointer-coarse:min-h-11"
            >
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-muted" />
              <span>Search chats</span>
              {userId !== null && (
                <span
                  aria-hidden="true"
                  className="ml-auto opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:hidden"
                >
                  <Keys keys={[commandKey(), "K"]} />
                </span>
              )}
            </button>
            <ModelStarters />
          </div>
          <div
            className={`mx-3 h-px w-[calc(100cqw-1.5rem)] shrink-0 ${userId === null ? "" : "bg-line"}`}
          />
          <div className="min-h-36 w-[100cqw] grow basis-0 overflow-x-hidden overflow-y-auto overscroll-contain [scrollbar-width:thin]">
            {userId !== null && (
              <div className="mx-3 w-[calc(100cqw-1.5rem)] py-2">
                <ErrorBoundary resetKey={userId} fallback={<ChatRows />}>
                  <LateChatList
                    userId={userId}
                    currentChatId={chatId}
                    onRename={(chat) => setOpened({ Dialog: RenameDialog, chat })}
                    onExport={(chat) => setOpened({ Dialog: ExportDialog, chat })}
                  />
                </ErrorBoundary>
              </div>
            )}
          </div>
          <div className="w-[100cqw] shrink-0 p-3">
            <PromoCard compact />
          </div>
        </div>
      </div>
      {onSearch && (
        <div className="relative">
          <div className="absolute inset-x-2 bottom-0">
            <NoticePlace />
          </div>
        </div>
      )}
      <SidebarFooter />
      {/* Outside the list, so that the dialog and what is typed in it stay when its chat leaves the list. */}
      {opened !== null && opened.chat.user_id === userId && (
        <ErrorBoundary floating resetKey={opened.chat.id}>
          <opened.Dialog userId={userId} chat={opened.chat} onClose={() => setOpened(null)} />
        </ErrorBoundary>
      )}
    </div>
  );
}
