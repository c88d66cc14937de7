import type { Section } from "./section.ts";

const BODIES = "tests/supabase/functions/turns.test.ts > the spec's bodies > ";
const CALLS =
  "e2e/calls.spec.ts > the page makes the calls of the specification, each as its member";
const SERVER_TEXT =
  "e2e/notices.spec.ts > sending (SPEC 8) > the server's own words are shown when it has some";
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
    "e2e/auth.spec.ts > a person signs up, is told to check their e-mail, logs in and is on trial",
  ],
  "On the deletion screen the response is read only for an error.": [
    `${DELETION}the whole way: five steps, one password check, and the running session untouched`,
  ],
  "Sign up with email and password.": [
    "e2e/auth.spec.ts > a person signs up, is told to check their e-mail, logs in and is on trial",
  ],
  "Get session / current user": [
    `${DELETION}the whole way: five steps, one password check, and the running session untouched`,
    `${DELETION}Continue is open for the exact email and a password; another email is told so`,
  ],

  "Account deletion itself is simulated and nothing is sent.": [
    `${DELETION}the whole way: five steps, one password check, and the running session untouched`,
  ],
  "The colour choice, the support message and the safety settings are not sent": [
    "e2e/settings.spec.ts > neither the colour nor the safety settings are sent anywhere",
    "e2e/settings.spec.ts > a support message that cannot be sent is not lost on any way out",
  ],
  "(safety settings go to local storage)": [
    "e2e/settings.spec.ts > safety switches start off, are kept in this browser, and each toggle says so",
  ],
  "Server-side behaviour beyond the above is not shown.": {
    noTest:
      "It leaves the server open; DESIGN.md decides it, and tests/supabase shows those decisions.",
  },
};
