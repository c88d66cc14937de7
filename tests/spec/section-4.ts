import type { Section } from "./section.ts";

const RULES = "tests/src/features/account/membership-rules.test.ts > ";
const MEMBER =
  "e2e/chat.spec.ts > a visitor signs up, is refused on trial, becomes a member, and chats with every model";
const SIGN_OUT =
  "e2e/session.spec.ts > a member who logs out is signed out in every tab and leaves no draft behind";
const FLOW = "tests/src/features/deletion/deletion-flow.test.ts > ";
const WAIT = "tests/src/features/deletion/retake-wait.test.ts > the wait after a failure > ";
const WHOLE =
  "e2e/deletion.spec.ts > a member goes through the five deletion steps with one password check, and stays signed in";
const FAILED =
  "e2e/deletion.spec.ts > a member who fails the deletion quiz starts it again after 60 seconds";

/** 4. States and transitions */
export const SECTION_4: Section = {
  "Values: trial (default when missing), active, expired, cancelled.": [
    `${RULES}badges (SPEC 2 and 4) > status %j: account %s, membership %s`,
    "tests/supabase/database/membership.test.ts > a membership (PROMISES 2 and 3) > takes no fifth status",
  ],
  "The account page shows anything other than trial or active as Inactive.": [
    `${RULES}badges (SPEC 2 and 4) > status %j: account %s, membership %s`,
    "e2e/settings.spec.ts > a member sees their membership on the account and membership pages for every status",
  ],
  "The status text for states other than trial or active is 'Your membership has ended'.": [
    `${RULES}status text (SPEC 4) > %j has ended`,
    "e2e/settings.spec.ts > a member sees their membership on the account and membership pages for every status",
  ],
  "Other status values are not shown.": [
    "tests/supabase/database/membership.test.ts > a membership (PROMISES 2 and 3) > takes no fifth status",
  ],

  "No chat selected and a message is sent: a chat is started with that message": [MEMBER],
  "A chat selected: the message is appended.": [MEMBER],
  "'New Chat' starts an empty chat": [
    "e2e/notices.spec.ts > a member sees 'New chat created' and 'Chat deleted'",
    "tests/supabase/functions/turns.test.ts > the spec's bodies > answer create_chat with a chat and nothing else",
  ],
  "picking a model starts a new chat with that model.": [MEMBER],
  "Deleting the selected chat clears the selection.": [MEMBER],
  "Selecting a chat loads its messages oldest first.": [
    "e2e/long-chats.spec.ts > a member who switches chats never sees messages of the chat that loads late",
    "tests/src/features/chat/data/message-pages-rules.test.ts > what is loaded > is shown oldest first",
  ],
  "No chat gives an empty list.": [
    "e2e/chat.spec.ts > a member sees the composer only in a chat, with a hint about its keys, growing up to 200 pixels",
    "tests/src/features/chat/data/message-pages-rules.test.ts > which page comes next > is none for an empty chat",
  ],
  "Chats are ordered by last_message_at descending, then created_at descending.": [
    "tests/src/features/chat/data/chat-pages-rules.test.ts > the order of chats (SPEC 4) > is by last message, then by creation, empty chats first",
    "tests/src/features/chat/data/chat-pages-rules.test.ts > the order of chats (SPEC 4) > falls back to creation, then to the id",
    "e2e/long-chats.spec.ts > a member with 2,000 chats gets them page by page, newest first",
  ],

  "The session is saved, refreshed automatically, and removed on sign-out.": [
    "e2e/session.spec.ts > a member stays signed in after a reload with an expired session, which is refreshed",
    "e2e/session.spec.ts > a member's session is stored with the documented fields and removed on logout",
  ],
  "Events: signed in": [
    "e2e/session.spec.ts > a visitor who logs in is signed in in their other tab too",
  ],
  "signed out": [SIGN_OUT],
  "token refreshed": [
    "e2e/session.spec.ts > a member stays signed in after a reload with an expired session, which is refreshed",
  ],
  "user updated, password recovery": [
    "e2e/session.spec.ts > a member who forgot their password sets a new one through the emailed link",
  ],
  "MFA verified": {
    noTest:
      "The authentication service's own event; no screen of the specification asks for a second factor.",
  },
  "A missing access token raises 'No authentication token found'.": [
    "e2e/auth.spec.ts > a member whose session has vanished sees 'No authentication token found' when sending",
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
    "e2e/deletion.spec.ts > a member who cancels the deletion quiz finds password, answers and waiting time reset",
    "e2e/deletion-limits.spec.ts > a member ends the deletion countdown by ${name}",
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
