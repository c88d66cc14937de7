import type { ComponentType } from "react";
import { useRoutes } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { ChatScreen } from "./chat-screen.tsx";
import { PlainLayout } from "./layout/plain-layout.tsx";
import { CHAT, SidebarLayout } from "./layout/sidebar-layout.tsx";
import { lazyPage } from "./loading/lazy-page.tsx";

/** A screen that is fetched when it is first opened. */
const screen = (path: string, load: () => Promise<ComponentType>) => ({
  path,
  Component: lazyPage(load),
});

const loadNotFound = async () => (await import("./not-found-page.tsx")).NotFoundPage;

const ROUTES = [
  {
    Component: SidebarLayout,
    children: [
      { path: paths.home, Component: ChatScreen },
      { path: CHAT, Component: ChatScreen },
      screen(paths.settings, async () => (await import("./settings-page.tsx")).SettingsPage),
      screen(paths.account, async () => (await import("./account-screen.tsx")).AccountScreen),
      screen(
        paths.membership,
        async () => (await import("#features/account/membership-page.tsx")).MembershipPage,
      ),
      screen(
        paths.manageMembership,
        async () =>
          (await import("#features/account/manage-membership-page.tsx")).ManageMembershipPage,
      ),
      screen(paths.deletion, async () => (await import("./deletion-screen.tsx")).DeletionScreen),
      screen(
        paths.color,
        async () => (await import("#features/preferences/color-page.tsx")).ColorPage,
      ),
      screen(
        paths.safety,
        async () => (await import("#features/preferences/safety-page.tsx")).SafetyPage,
      ),
      screen(
        paths.support,
        async () => (await import("#features/support/support-page.tsx")).SupportPage,
      ),
      screen(paths.terms, async () => (await import("#features/legal/terms-page.tsx")).TermsPage),
      screen(
        paths.privacy,
        async () => (await import("#features/legal/privacy-page.tsx")).PrivacyPage,
      ),
      screen(`${paths.settings}/*`, loadNotFound),
    ],
  },
  {
    Component: PlainLayout,
    children: [
      screen(paths.login, async () => (await import("#features/auth/login-page.tsx")).LoginPage),
      screen(paths.signup, async () => (await import("#features/auth/signup-page.tsx")).SignupPage),
      screen("*", loadNotFound),
    ],
  },
];

/** What is shown at the address. The chat screen is in the first script; the others are fetched. */
export const Screens = () => useRoutes(ROUTES);
