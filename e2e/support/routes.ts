import { paths } from "#lib/paths.ts";

/** Every route that needs no chat, and one that does not exist. */
export const ROUTES = [
  ...Object.values(paths).filter((path) => typeof path === "string"),
  "/nowhere",
];

/** What the heading of each of them says. */
export const HEADINGS: Record<string, string> = {
  "/": "Hi, how can I help you?",
  "/login": "Welcome back",
  "/signup": "Create your account",
  "/settings": "Settings",
  "/settings/account": "Account Settings",
  "/settings/account/membership": "Membership",
  "/settings/account/membership/manage": "Manage Membership",
  "/settings/account/delete": "Account Cancellation",
  "/settings/chat/color": "Primary Color",
  "/settings/safety": "Safety",
  "/settings/support": "Support",
  "/terms": "Terms of Service",
  "/privacy": "Privacy Policy",
  "/settings/chat": "404",
  "/nowhere": "404",
};
