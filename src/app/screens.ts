import type { ComponentType } from "react";
import { paths } from "#lib/paths.ts";
import { lazyPage } from "./loading/lazy-page.ts";

/** A screen that is fetched when it is first opened, or earlier by `load`. */
export type LazyScreen = {
  readonly path: string;
  readonly load: () => Promise<unknown>;
  readonly Component: ComponentType;
};

const screen = <Module>(
  path: string,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType,
): LazyScreen => ({ path, load, Component: lazyPage(load, pick) });

const loadNotFound = () => import("./not-found-page.tsx");

/** The screens beside the sidebar. */
export const sidebarScreens = [
  screen(
    paths.settings,
    () => import("./settings-page.tsx"),
    (module) => module.SettingsPage,
  ),
  screen(
    paths.account,
    () => import("./account-screen.tsx"),
    (module) => module.AccountScreen,
  ),
  screen(
    paths.membership,
    () => import("#features/account/membership-page.tsx"),
    (module) => module.MembershipPage,
  ),
  screen(
    paths.manageMembership,
    () => import("#features/account/manage-membership-page.tsx"),
    (module) => module.ManageMembershipPage,
  ),
  screen(
    paths.deletion,
    () => import("./deletion-screen.tsx"),
    (module) => module.DeletionScreen,
  ),
  screen(
    paths.color,
    () => import("#features/preferences/color-page.tsx"),
    (module) => module.ColorPage,
  ),
  screen(
    paths.safety,
    () => import("#features/preferences/safety-page.tsx"),
    (module) => module.SafetyPage,
  ),
  screen(
    paths.support,
    () => import("#features/support/support-page.tsx"),
    (module) => module.SupportPage,
  ),
  screen(
    paths.terms,
    () => import("#features/legal/terms-page.tsx"),
    (module) => module.TermsPage,
  ),
  screen(
    paths.privacy,
    () => import("#features/legal/privacy-page.tsx"),
    (module) => module.PrivacyPage,
  ),
  screen(`${paths.settings}/*`, loadNotFound, (module) => module.NotFoundPage),
];

/** The screens without a sidebar. */
export const plainScreens = [
  screen(
    paths.login,
    () => import("#features/auth/login-page.tsx"),
    (module) => module.LoginPage,
  ),
  screen(
    paths.signup,
    () => import("#features/auth/signup-page.tsx"),
    (module) => module.SignupPage,
  ),
  screen("*", loadNotFound, (module) => module.NotFoundPage),
];
