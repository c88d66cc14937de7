import type { Section } from "./section.ts";

const RULES = "tests/src/features/account/membership-rules.test.ts > ";
const MEMBER =
  "e2e/chat.spec.ts > a person signs up, is refused, becomes a member, and chats with every model";
const SIGN_OUT = "e2e/session.spec.ts > logging out empties every tab and leaves nothing behind";
const FLOW = "tests/src/features/deletion/deletion-flow.test.ts > ";
const WAIT = "tests/src/features/deletion/retake-wait.test.ts > the wait after a failure > ";
const WHOLE =
  "e2e/deletion.spec.ts > the whole way: five steps, one password check, and the running session untouched";
const FAILED = "e2e/deletion.spec.ts > a failed quiz starts over after 60 seconds by the clock";

/** 4. States and transitions */
export const SECTION_4: Section = {
  "Values: trial (default when missing), active, expired, cancelled.": [
    `${RULES}badges (SPEC 2 and 4) > status %j: account %s, membership %s`,
    "tests/supabase/database/membership.test.ts > a membership (PROMISES 2 and 3) > takes no fifth status",
  ],
  "The account page shows anything other than trial or active as Inactive.": [
    `${RULES}badges (SPEC 2 and 4) > status %j: account %s, membership %s`,
    "e2e/settings.spec.ts > account and membership say what the member's row says",
  ],
  "The status text for states other than trial or active is 'Your membership has ended'.": [
    `${RULES}status text (SPEC 4) > %j has ended`,
    "e2e/settings.spec.ts > account and membership say what the member's row says",
  ],
  "Other status values are not shown.": [
    "tests/supabase/database/membership.test.ts > a membership (PROMISES 2 and 3) > takes no fifth status",
  ],

  "No chat selected and a message is sent: a chat is started with that message": [MEMBER],
  "A chat selected: the message is appended.": [MEMBER],
  "'New Chat' starts an empty chat": [
    "e2e/notices.spec.ts > success is said: 'New chat created' and 'Chat deleted'",
    "tests/supabase/functions/turns.test.ts > the spec's bodies > answer create_chat with a chat and nothing else",
  ],
  "picking a model starts a new chat with that model.": [MEMBER],
  "Deleting the selected chat clears the selection.": [MEMBER],
  "Selecting a chat loads its messages oldest first.": [
    "e2e/long-chats.spec.ts > answers that arrive out of order never show the wrong chat",
    "tests/src/features/chat/data/message-pages-rules.test.ts > what is loaded > is shown oldest first",
  ],
  "No chat gives an empty list.": [
    "e2e/chat.spec.ts > the composer belongs to a chat, says its keys, and grows to 200 px (SPEC 2 and 9)",
    "tests/src/features/chat/data/message-pages-rules.test.ts > which page comes next > is none for an empty chat",
  ],
  "Chats are ordered by last_message_at descending, then created_at descending.": [
    "tests/src/features/chat/data/chat-pages-rules.test.ts > the order of chats (SPEC 4) > is by last message, then by creation, empty chats first",
    "tests/src/features/chat/data/chat-pages-rules.test.ts > the order of chats (SPEC 4) > falls back to creation, then to the id",
    "e2e/long-chats.spec.ts > 2,000 chats are listed page by page",
  ],

  "The session is saved, refreshed automatically, and removed on sign-out.": [
    "e2e/session.spec.ts > the session is kept, and refreshed when it has expired",
    "e2e/session.spec.ts > the session has the fields of the specification, and is removed on sign-out",
  ],
  "Events: signed in": [
    "e2e/session.spec.ts > logging in reaches a tab that was open as a visitor",
  ],
  "signed out": [SIGN_OUT],
  "token refreshed": [
    "e2e/session.spec.ts > the session is kept, and refreshed when it has expired",
  ],
  "user updated, password recovery": [
    "e2e/session.spec.ts > a forgotten password is replaced through the e-mailed link",
  ],
  "MFA verified": {
    noTest:
      "The authentication service's own event; no screen of the specification asks for a second factor.",
  },
  "A missing access token raises 'No authentication token found'.": [
    "e2e/auth.spec.ts > what goes wrong (SPEC 8) > a session that vanished is 'No authentication token found'",
  ],

  "credentials step -> (email matches and password verified) quiz -> (score 4 of 4) passed -> Continue":
    [
      WHOLE,
      `${FLOW}no way around > a step is entered only by its own event from the step before it`,
      `${FLOW}quiz > 4 of 4 passes, and only by submitting the last question`,
      `${FLOW}countdown > %i ms later it is at %s`,
    ],
  "Quiz failure: answers are cleared, the question index returns to 0, and a 60-second wait is set.":
    [`${FLOW}quiz > with %i right: answers cleared, first question, 60-second wait`, FAILED],
  "The Next/Submit button is disabled while the score is below 4 and the lock is active.": [
    `${WAIT}%i ms after it, Next is open: %s`,
    FAILED,
  ],
  "The retake lock is cleared at the start of a new attempt.": [
    `${WAIT}the score stays until a new attempt starts, which clears score and wait`,
    FAILED,
  ],
  "Cancel on the quiz, or Cancel Deletion on the countdown, resets everything": [
    "e2e/deletion.spec.ts > Cancel on the quiz resets everything: the password, the answers, the wait",
    "e2e/deletion-limits.spec.ts > ${name} during the countdown ends it",
    `${WAIT}Cancel clears it with everything else`,
    `${FLOW}countdown > Cancel Deletion wins at any moment of it, even when the tick is late`,
  ],
  "Scheduling is a simulated 2-second wait that then marks the account as scheduled.": [WHOLE],
  "No server deletion call is shown.": [WHOLE],
  "Submitting the last question scores the quiz.": [
    `${FLOW}quiz > 4 of 4 passes, and only by submitting the last question`,
    FAILED,
  ],
};
