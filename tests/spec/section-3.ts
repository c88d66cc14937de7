import type { Section } from "./section.ts";

const BODIES = "tests/supabase/functions/turns.test.ts > the spec's bodies > ";
const SESSION =
  "e2e/session.spec.ts > a member stays signed in after a reload with an expired session, which is refreshed";
const LIST = "tests/src/features/chat/chat-list/chat-list.test.tsx > the list of chats (SPEC 2) > ";

/** 3. Entities and their fields */
export const SECTION_3: Section = {
  "users (backend table): id, membership_status": [
    "tests/supabase/database/membership.test.ts > a membership (PROMISES 2 and 3) > starts on trial at sign-up",
    "tests/supabase/database/types.test.ts > has the types that the migrations make: when this fails, run npm run types",
    "e2e/settings.spec.ts > a member sees their membership on the account and membership pages for every status",
  ],
  "chats: id, user_id, last_message_at, created_at.": [
    `${BODIES}answer create_chat with a chat and nothing else`,
  ],
  "The title may be empty.": [
    `${BODIES}answer create_chat with a chat and nothing else`,
    "tests/src/features/chat/data/chat-pages-rules.test.ts > a chat's title (SPEC 2) > %j",
  ],
  "messages: chat_id, created_at, id, direction, content, role": [
    `${BODIES}start a chat and send a message without any optional field`,
    "tests/supabase/database/begin-turn.test.ts > beginning a turn (PROMISES 4, 7 and 8) > starts a chat with the question, its title and its model",
    "tests/supabase/database/finish-turn.test.ts > ending a turn (PROMISES 5, 6 and 8) > stores the reply after its question and moves the chat to its time",
  ],
  "Auth user: id, email, created_at": [
    "e2e/settings.spec.ts > a member sees their membership on the account and membership pages for every status",
  ],
  "identities, factors (id, factor_type": {
    noTest:
      "The authentication service's own fields; no screen of the specification shows or uses them.",
  },
  "Session: access_token, refresh_token, expires_at, expires_in": [SESSION],
  "token_type, user, provider_token": [
    "e2e/session.spec.ts > a member's session is stored with the documented fields and removed on logout",
  ],
  "Start-chat response: chat, userMessage, aiMessage.": [
    `${BODIES}start a chat and send a message without any optional field`,
  ],
  "Create-chat response: chat.": [`${BODIES}answer create_chat with a chat and nothing else`],
  "Send-message response: userMessage, aiMessage.": [
    `${BODIES}start a chat and send a message without any optional field`,
  ],
  "Sidebar inputs: chats, currentChatId, userEmail, membershipStatus.": [
    `${LIST}is newest first, with titles or 'New conversation'`,
    `${LIST}highlights the current chat`,
    "e2e/auth.spec.ts > a visitor signs up, is told to check their email, logs in and sees that they are on trial",
  ],
  "Safety settings (browser local storage, stored as JSON under a safety-settings key)": [
    "e2e/settings.spec.ts > a visitor finds the safety switches off, toggles them with a notice, and finds them kept after a reload",
    "tests/src/features/preferences/safety-page.test.tsx > each toggle is stored as JSON and confirmed",
  ],
  "allowNSFW (boolean, default false), allowAcademicDishonesty (boolean, default false).": [
    "tests/src/features/preferences/safety-page.test.tsx > both switches are off until someone turns them on",
    "tests/src/features/preferences/safety-rules.test.ts > %j reads as both off",
  ],
  "Colour option: name, value (blue, green, purple, pink, orange, red, indigo, teal), styling classes.":
    [
      "tests/src/features/preferences/color-rules.test.ts > there are the eight colours of SPEC 2, in its order, blue by default",
      "tests/src/ui/colors.test.ts > in the %s scheme > %s > as a button and as the person's bubble",
    ],
  "Quiz question: question, type (multiple-choice or true-false), options (multiple choice), correctAnswer.":
    [
      "tests/src/features/deletion/quiz-rules.test.ts > the quiz (SPEC 9) > has four questions: one multiple choice, three true or false",
    ],
  "The quiz state holds an answers map keyed by question index and a score.": [
    "tests/src/features/deletion/quiz-rules.test.ts > score > counts an answer only for its own question",
    "tests/src/features/deletion/deletion-flow.test.ts > quiz > a changed answer replaces the first",
    "tests/src/features/deletion/retake-wait.test.ts > the wait after a failure > the score stays until a new attempt starts, which clears score and wait",
  ],
};
