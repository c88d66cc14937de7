import { createElement } from "react";
import { useLocation } from "#ui/router.tsx";
import { ChatScreen } from "./chat-screen.tsx";
import { isAt, isChatScreen } from "./path-rules.ts";
import { PlainLayout } from "./plain-layout.tsx";
import { type LazyScreen, plainScreens, sidebarScreens } from "./screens.ts";
import { SidebarLayout } from "./sidebar-layout.tsx";

/** What is shown at which address. The chat screen is in the first script; the others are fetched. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const withSidebar = isChatScreen(pathname) ? <ChatScreen /> : screenAt(pathname, sidebarScreens);
  if (withSidebar) return <SidebarLayout>{withSidebar}</SidebarLayout>;
  return <PlainLayout>{screenAt(pathname, plainScreens)}</PlainLayout>;
}

function screenAt(pathname: string, screens: readonly LazyScreen[]) {
  const screen = screens.find(({ path }) => isAt(path, pathname));
  return screen && createElement(screen.Screen);
}
