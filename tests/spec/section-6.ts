import type { Section } from "./section.ts";

const ASKED =
  "e2e/visitor.spec.ts > a visitor who sends or creates a chat is asked to log in and keeps the draft";
const READS = "tests/supabase/database/tenancy-reads.test.ts > ";

/** 6. Roles and permissions */
export const SECTION_6: Section = {
  "Visitor: may see the chat screen": [
    "e2e/visitor.spec.ts > a visitor sees the heading, the models, New Chat, Download and Upgrade to Go on the home screen",
  ],
  "but is prompted to log in or sign up when sending or creating a chat.": [ASKED],
  "Signed-in member: sees only their own chats (filtered by user_id).": [
    `${READS}reading (PROMISES 1) > shows nobody a word, a row or a number of somebody else's, however they ask`,
    "e2e/session.spec.ts > a second member in the same browser sees nothing of the first one",
  ],
  "An active membership is required to create chats and send messages (server enforced).": [
    "tests/supabase/functions/sessions.test.ts > a membership > %s ending %s may not chat",
  ],
  "The e-mail and Settings in the sidebar show only when signed in.": [
    "e2e/visitor.spec.ts > a visitor sees the heading, the models, New Chat, Download and Upgrade to Go on the home screen",
    "e2e/auth.spec.ts > a visitor signs up, is told to check their email, logs in and sees that they are on trial",
  ],
  "No admin role is used.": [
    "tests/supabase/database/membership.test.ts > a membership (PROMISES 2 and 3) > starts on trial, whatever people write about themselves",
    "tests/supabase/functions/sessions.test.ts > a token > signed with the well-known secret '%s' is refused",
  ],
  "Route guarding is not shown.": [
    "e2e/settings-walk.spec.ts > a visitor is asked to log in on every account page and returns to it afterwards",
  ],
};
