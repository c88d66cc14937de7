import type { Section } from "./section.ts";

const BODIES = "tests/supabase/functions/turns.test.ts > the spec's bodies > ";
const CALLS =
  "e2e/calls.spec.ts > a member's page makes only the documented calls, each with the member's token";
const SERVER_TEXT =
  "e2e/failed-messages.spec.ts > a member who sends to a chat deleted elsewhere is told so and keeps the message for home";
const TOKENS = "tests/supabase/functions/sessions.test.ts > a token > ";
const DELETION = "e2e/deletion.spec.ts > ";

/** 7. The calls the product makes */
export const SECTION_7: Section = {
  "POST /api/create_chat | bearer token header, no body | chat": [
    `${BODIES}answer create_chat with a chat and nothing else`,
    CALLS,
  ],
  "POST /api/start_chat | bearer token; body: message | chat, userMessage, aiMessage": [
    `${BODIES}start a chat and send a message without any optional field`,
    CALLS,
    `${TOKENS}that is junk (%#) is refused`,
  ],
  "POST /api/send_message | bearer token; body: chatId, message | userMessage, aiMessage": [
    `${BODIES}start a chat and send a message without any optional field`,
    CALLS,
  ],
  "On error, the server returns JSON with an error field": [
    "tests/supabase/functions/input.test.ts > %s > refuses the body %s",
    "tests/supabase/functions/sessions.test.ts > a membership > %s ending %s may not chat",
  ],
  "which is shown.": [SERVER_TEXT],
  "Status codes are not shown.": [
    "tests/supabase/functions/turns.test.ts > limits > refuse with 429 and Retry-After, change nothing, and leave others alone",
  ],

  "users: select membership_status (or all fields) by id.": [
    CALLS,
    "tests/supabase/database/tenancy-reads.test.ts > reading (PROMISES 1) > shows people what is theirs",
  ],
  "chats: select all by user_id, ordered by last_message_at descending then created_at descending.":
    [
      CALLS,
      "tests/src/features/chat/data/chat-pages-rules.test.ts > the order of chats (SPEC 4) > is by last message, then by creation, empty chats first",
    ],
  "messages: select by chat_id, ordered by created_at ascending.": [
    CALLS,
    "tests/src/features/chat/data/message-pages-rules.test.ts > what is loaded > is shown oldest first",
  ],
  "chats: delete by id.": [
    CALLS,
    "tests/supabase/database/tenancy-writes.test.ts > writing (PROMISES 1 and 2) > lets people delete their own chats, and takes nothing else along",
  ],

  "Sign in with password (email and password).": [
    "e2e/auth.spec.ts > a visitor signs up, is told to check their email, logs in and sees that they are on trial",
  ],
  "On the deletion screen the response is read only for an error.": [
    `${DELETION}a member goes through the five deletion steps with one password check, and stays signed in`,
  ],
  "Sign up with email and password.": [
    "e2e/auth.spec.ts > a visitor signs up, is told to check their email, logs in and sees that they are on trial",
  ],
  "Get session / current user": [
    `${DELETION}a member goes through the five deletion steps with one password check, and stays signed in`,
    `${DELETION}a member can continue the deletion only with their exact email and a password`,
  ],

  "Account deletion itself is simulated and nothing is sent.": [
    `${DELETION}a member goes through the five deletion steps with one password check, and stays signed in`,
  ],
  "The colour choice, the support message and the safety settings are not sent": [
    "e2e/settings.spec.ts > a member changes color and safety settings, and nothing is sent to the server",
    "e2e/settings.spec.ts > a member finds an unsent support message again after a reload, and nothing was sent",
  ],
  "(safety settings go to local storage)": [
    "e2e/settings.spec.ts > a visitor finds the safety switches off, toggles them with a notice, and finds them kept after a reload",
  ],
  "Server-side behaviour beyond the above is not shown.": {
    noTest:
      "It leaves the server open; DESIGN.md decides it, and tests/supabase shows those decisions.",
  },
};
