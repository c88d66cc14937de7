import { lazyPage } from "./lazy-page.ts";

const load = {
  login: () => import("#features/auth/login-page.tsx"),
  signup: () => import("#features/auth/signup-page.tsx"),
  settings: () => import("./settings-page.tsx"),
  account: () => import("./account-screen.tsx"),
  membership: () => import("#features/account/membership-page.tsx"),
  manageMembership: () => import("#features/account/manage-membership-page.tsx"),
  deletion: () => import("#features/deletion/deletion-page.tsx"),
  color: () => import("#features/preferences/color-page.tsx"),
  safety: () => import("#features/preferences/safety-page.tsx"),
  support: () => import("#features/support/support-page.tsx"),
  terms: () => import("#features/legal/terms-page.tsx"),
  privacy: () => import("#features/legal/privacy-page.tsx"),
  notFound: () => import("./not-found-page.tsx"),
};

/** What is fetched when the browser is idle, so that these screens open at once. */
export const screenLoaders: readonly (() => Promise<unknown>)[] = Object.values(load);

export const Login = lazyPage(load.login, (module) => module.LoginPage);
export const Signup = lazyPage(load.signup, (module) => module.SignupPage);
export const Settings = lazyPage(load.settings, (module) => module.SettingsPage);
export const Account = lazyPage(load.account, (module) => module.AccountScreen);
export const Membership = lazyPage(load.membership, (module) => module.MembershipPage);
export const ManageMembership = lazyPage(
  load.manageMembership,
  (module) => module.ManageMembershipPage,
);
export const Deletion = lazyPage(load.deletion, (module) => module.DeletionPage);
export const Color = lazyPage(load.color, (module) => module.ColorPage);
export const Safety = lazyPage(load.safety, (module) => module.SafetyPage);
export const Support = lazyPage(load.support, (module) => module.SupportPage);
export const Terms = lazyPage(load.terms, (module) => module.TermsPage);
export const Privacy = lazyPage(load.privacy, (module) => module.PrivacyPage);
export const NotFound = lazyPage(load.notFound, (module) => module.NotFoundPage);
