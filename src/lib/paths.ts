/** Every address of the product (SPEC 2, route table). */
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
  /** Some screens navigate to these two; neither is in the route table, so both are not found (SPEC 2). */
  unroutedManageMembership: "/settings/account/manage-membership",
  unroutedChatSettings: "/settings/chat",
} as const;
