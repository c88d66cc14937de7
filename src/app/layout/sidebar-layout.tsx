import { useEffect, useEffectEvent } from "react";
import { Outlet, useLocation, useMatch, useNavigate } from "react-router-dom";
import { useMembershipNotice } from "#features/chat/composer/membership-note.tsx";
import { openChatsBy } from "#features/chat/notifications/opened-chats.ts";
import { paths } from "#lib/paths.ts";
import { useUserId } from "#lib/session.ts";
import { useWide } from "#lib/use-media.ts";
import { ErrorBoundary } from "../loading/error-boundary.tsx";
import { inertInShell, IS_SHELL } from "../loading/is-shell.ts";
import { lazyPage } from "../loading/lazy-page.tsx";
import { LoginPromptHost } from "../loading/login-prompt-host.tsx";
import { Shortcuts } from "../shortcuts/shortcuts.tsx";
import { watchEdgeSwipes } from "./edge-swipe.ts";
import { Header } from "./header.tsx";
import { MainArea, NoticeFoot } from "./main-area.tsx";
import { PageNotice } from "./page-notice.tsx";
import { Sidebar } from "./sidebar.tsx";
import { SkipLink } from "./skip-link.tsx";
import { useDrawer } from "./use-drawer.ts";

/** The route of a chat. */
export const CHAT = "/chats/:chatId";

const NavDrawer = lazyPage(() => import("./nav-drawer.tsx"), "NavDrawer");

/** The screens with a sidebar. In narrow windows the sidebar is a drawer. */
export function SidebarLayout() {
  const { pathname } = useLocation();
  const drawer = useDrawer();
  const chatId = useMatch(CHAT)?.params.chatId ?? null;
  const isWide = useWide();
  const userId = useUserId();
  const isChat = chatId !== null || pathname === paths.home;

  const navigate = useNavigate();
  useEffect(() => openChatsBy((path) => void navigate(path)), [navigate]);

  useMembershipNotice(userId);

  const onSwipe = useEffectEvent(() => drawer.open());
  useEffect(() => (isWide ? undefined : watchEdgeSwipes(() => onSwipe())), [isWide]);

  return (
    <>
      <Shortcuts userId={userId} chatId={chatId} />
      {!IS_SHELL && <SkipLink />}
      <div className="flex h-dvh print:block print:h-auto">
        {isWide && (
          <aside
            {...inertInShell}
            aria-label="Sidebar"
            className="w-sidebar shrink-0 border-r border-line bg-surface-sunken max-md:hidden folded:hidden print:hidden"
          >
            <Sidebar chatId={chatId} />
          </aside>
        )}
        <div className="relative flex min-w-0 grow flex-col">
          <Header isChat={isChat} chatId={chatId} onOpenDrawer={drawer.open} />
          <PageNotice isLaidOver={pathname === paths.home} />
          <NoticeFoot />
          <MainArea scrolls={!isChat}>
            <Outlet />
          </MainArea>
        </div>
      </div>
      <ErrorBoundary floating resetKey={String(drawer.isOpen)}>
        {drawer.isOpen && (
          <NavDrawer chatId={chatId} onClose={drawer.close}>
            {(onSearch) => <Sidebar chatId={chatId} onSearch={onSearch} />}
          </NavDrawer>
        )}
      </ErrorBoundary>
      <LoginPromptHost />
    </>
  );
}
