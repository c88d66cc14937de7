import { type ComponentType, useEffect } from "react";
import { useLocation, useRoutes } from "react-router-dom";
import { recoverNewChats } from "#features/chat/chats/use-create-chat.ts";
import { useSending } from "#features/chat/sending/sender.ts";
import { paths } from "#lib/paths.ts";
import { useUserId } from "#lib/session.ts";
import { useIsOnline } from "#lib/use-is-online.ts";
import { ChatScreen } from "./chat-screen.tsx";
import { PlainLayout } from "./layout/plain-layout.tsx";
import { CHAT, SidebarLayout } from "./layout/sidebar-layout.tsx";
import { lazyPage } from "./loading/lazy-page.tsx";

/** A screen that is fetched when it is first opened. */
const screen = <Name extends string>(
  path: string,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
) => ({ path, Component: lazyPage(load, name) });

const ROUTES = [
  {
    Component: SidebarLayout,
    children: [
      { path: paths.home, Component: ChatScreen },
      { path: CHAT, Component: ChatScreen },
      screen(paths.settings, () => import("./settings-page.tsx"), "SettingsPage"),
      screen(paths.account, () => import("./account-screen.tsx"), "AccountScreen"),
      screen(
        paths.membership,
        () => import("#features/account/membership-page.tsx"),
        "MembershipPage",
      ),
      screen(
        paths.manageMembership,
        () => import("#features/account/manage-membership-page.tsx"),
        "ManageMembershipPage",
      ),
      screen(paths.deletion, () => import("./deletion-screen.tsx"), "DeletionScreen"),
      screen(paths.color, () => import("#features/preferences/color-page.tsx"), "ColorPage"),
      screen(paths.safety, () => import("#features/preferences/safety-page.tsx"), "SafetyPage"),
      screen(paths.support, () => import("#features/support/support-page.tsx"), "SupportPage"),
      screen(paths.terms, () => import("#features/legal/terms-page.tsx"), "TermsPage"),
      screen(paths.privacy, () => import("#features/legal/privacy-page.tsx"), "PrivacyPage"),
      screen(`${paths.settings}/*`, () => import("./not-found-page.tsx"), "NotFoundPage"),
    ],
  },
  {
    Component: PlainLayout,
    children: [
      screen(paths.login, () => import("#features/auth/login-page.tsx"), "LoginPage"),
      screen(paths.signup, () => import("#features/auth/signup-page.tsx"), "SignupPage"),
      screen("*", () => import("./not-found-page.tsx"), "NotFoundPage"),
    ],
  },
];

/** What is shown at the address. The chat screen is in the first script; the others are fetched. */
export function Screens() {
  const userId = useUserId();
  const isOnline = useIsOnline();
  const { pathname } = useLocation();
  useSending(userId);
  useEffect(() => {
    if (userId !== null && isOnline) recoverNewChats(userId, pathname);
  }, [userId, isOnline, pathname]);
  return useRoutes(ROUTES);
}
