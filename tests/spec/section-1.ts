import type { Section } from "./section.ts";

/** The introduction, and 1. What the product does and for whom */
export const SECTION_1: Section = {
  "The product is a web application in which visitors and signed-in members hold text conversations":
    [
      "e2e/chat.spec.ts > a visitor signs up, is refused on trial, becomes a member, and chats with every model",
      "e2e/visitor.spec.ts > a visitor who sends or creates a chat is asked to log in and keeps the draft",
    ],
  "It needs a paid membership to chat": [
    "tests/supabase/functions/sessions.test.ts > a membership > %s ending %s may not chat",
  ],
  "and has settings pages for account, membership, colour theme, safety, support and legal text.": [
    "e2e/settings-walk.spec.ts > a member finds one heading, a title, the chat list and a way back on each settings page",
  ],
  "Users: visitors (not signed in) and signed-in members.": [
    "e2e/visitor.spec.ts > a visitor sees the heading, the models, New Chat, Download and Upgrade to Go on the home screen",
    "e2e/auth.spec.ts > a visitor signs up, is told to check their email, logs in and sees that they are on trial",
  ],
  "A member has a membership status.": [
    "tests/supabase/database/membership.test.ts > a membership (PROMISES 2 and 3) > starts on trial at sign-up",
    "e2e/settings.spec.ts > a member sees their membership on the account and membership pages for every status",
  ],
  "Members hold conversations (chats) with an AI assistant.": [
    "e2e/chat.spec.ts > a visitor signs up, is refused on trial, becomes a member, and chats with every model",
  ],
  "Model labels: ChatGPT 4 (default), ChatGPT 5, Grok, Claude 4.": [
    "e2e/visitor.spec.ts > a visitor sees the heading, the models, New Chat, Download and Upgrade to Go on the home screen",
    "e2e/chat.spec.ts > a visitor signs up, is refused on trial, becomes a member, and chats with every model",
  ],
  "A model is chosen in the header, or by starting a chat from the sidebar list": [
    "e2e/chat.spec.ts > a member who picks another model in the header gets the next reply from it",
    "e2e/chat.spec.ts > a visitor signs up, is refused on trial, becomes a member, and chats with every model",
  ],
  "Creating chats and sending messages requires an active membership": [
    "tests/supabase/functions/sessions.test.ts > a membership > %s ending %s may not chat",
    "tests/supabase/functions/sessions.test.ts > a membership > active until a moment from now may",
  ],
  "The header has an 'Upgrade to Go' button": [
    "e2e/visitor.spec.ts > a visitor sees the heading, the models, New Chat, Download and Upgrade to Go on the home screen",
  ],
  "Billing and membership are handled on an external payment platform page": [
    "e2e/settings.spec.ts > a member goes from membership to its management, to billing and to account deletion",
  ],
  "The sidebar promotes an external browser product": [
    "e2e/visitor.spec.ts > a visitor sees the Download card in the sidebar outside the home screen",
  ],
  "The product is not intended for children under 13": [
    "tests/src/features/legal/legal-pages.test.tsx > the statements of SPEC 2 > under %s the privacy text says '%s'",
  ],
};
