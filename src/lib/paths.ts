/** Every address of the product. */
export const paths = {
  home: "/",
  chat: (id: string) => `/chats/${encodeURIComponent(id)}`,
  login: "/login",
  signup: "/signup",
  settings: "/settings",
  account: "/settings/account",
  membership: "/settings/account/membership",
  manageMembership: "/settings/account/membership/manage",
  deletion: "/settings/account/delete",
  color: "/settings/chat/color",
  safety: "/settings/safety",
  support: "/settings/support",
  terms: "/terms",
  privacy: "/privacy",
  /** Where Save on the colour screen leads. It has no route, so it shows the not-found screen. */
  unroutedChatSettings: "/settings/chat",
} as const;
