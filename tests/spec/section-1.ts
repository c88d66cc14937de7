import type { Section } from "./section.ts";

/** The introduction, and 1. What the product does and for whom */
export const SECTION_1: Section = {
  "The product is a web application in which visitors and signed-in members hold text conversations":
    [
      "e2e/chat.spec.ts > a person signs up, is refused, becomes a member, and chats with every model",
      "e2e/chat.spec.ts > a visitor may look, and is asked to log in to send or create",
    ],
  "It needs a paid membership to chat": [
    "tests/supabase/functions/sessions.test.ts > a membership > %s ending %s may not chat",
  ],
  "and has settings pages for account, membership, colour theme, safety, support and legal text.": [
    "e2e/settings-walk.spec.ts > each settings page has one heading, its title, the chat list and a way back",
  ],
  "Users: visitors (not signed in) and signed-in members.": [
    "e2e/visitor.spec.ts > the home screen has what the specification names",
    "e2e/auth.spec.ts > a person signs up, is told to check their e-mail, logs in and is on trial",
  ],
  "A member has a membership status.": [
    "tests/supabase/database/membership.test.ts > a membership (PROMISES 2 and 3) > starts on trial at sign-up",
    "e2e/settings.spec.ts > account and membership say what the member's row says",
  ],
  "Members hold conversations (chats) with an AI assistant.": [
    "e2e/chat.spec.ts > a person signs up, is refused, becomes a member, and chats with every model",
  ],
  "Model labels: ChatGPT 4 (default), ChatGPT 5, Grok, Claude 4.": [
    "e2e/visitor.spec.ts > the home screen has what the specification names",
    "e2e/chat.spec.ts > a person signs up, is refused, becomes a member, and chats with every model",
  ],
  "A model is chosen in the header, or by starting a chat from the sidebar list": [
    "e2e/chat.spec.ts > the header's choice counts from the next message on",
    "e2e/chat.spec.ts > a person signs up, is refused, becomes a member, and chats with every model",
  ],
  "Creating chats and sending messages requires an active membership": [
    "tests/supabase/functions/sessions.test.ts > a membership > %s ending %s may not chat",
    "tests/supabase/functions/sessions.test.ts > a membership > active until a moment from now may",
  ],
  "The header has an 'Upgrade to Go' button": [
    "e2e/visitor.spec.ts > the home screen has what the specification names",
  ],
  "Billing and membership are handled on an external payment platform page": [
    "e2e/settings.spec.ts > membership leads to its management, and from there to billing and to deletion",
  ],
  "The sidebar promotes an external browser product": [
    "e2e/visitor.spec.ts > the sidebar promotes the browser on the other screens",
  ],
  "The product is not intended for children under 13": [
    "tests/src/features/legal/legal-pages.test.tsx > the statements of SPEC 2 > under %s the privacy text says '%s'",
  ],
};
