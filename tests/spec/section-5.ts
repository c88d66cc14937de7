import type { Section } from "./section.ts";

const SCREENS = "tests/src/features/auth/auth-screens.test.tsx > ";
const WRONG = "e2e/auth.spec.ts > ";
const BOX = "tests/src/features/chat/composer/message-box.test.tsx > sending (SPEC 5) > ";
const ASKED =
  "e2e/visitor.spec.ts > a visitor who sends or creates a chat is asked to log in and keeps the draft";
const CREDENTIALS =
  "e2e/deletion.spec.ts > a member can continue the deletion only with their exact email and a password";
const FAILED =
  "e2e/deletion.spec.ts > a member who fails the deletion quiz starts it again after 60 seconds";

/** 5. Validation rules */
export const SECTION_5: Section = {
  "Login: email and password required; the email field is of type email.": [
    `${SCREENS}/login (SPEC 2 and 5) > has its heading, two required boxes of the right type and its button`,
    `${SCREENS}/login (SPEC 2 and 5) > is not sent %s`,
  ],
  "Signup: all three fields required; password and confirm each minimum length 6.": [
    `${SCREENS}/signup (SPEC 2 and 5) > has three required boxes; both passwords have at least 6 characters`,
    "tests/src/features/auth/auth-rules.test.ts > the passwords %j and %j (SPEC 5): %s",
    `${WRONG}a visitor who signs up with a password of five characters stays on the form and nothing is sent`,
  ],
  "A mismatch shows 'Passwords don't match' / 'Please make sure your passwords match'": [
    `${WRONG}a visitor whose two passwords differ sees "Passwords don't match" and nothing is sent`,
    `${SCREENS}/signup (SPEC 2 and 5) > passwords that differ are not sent, and the person is told where`,
  ],
  "and blocks submission.": [
    `${WRONG}a visitor whose two passwords differ sees "Passwords don't match" and nothing is sent`,
  ],
  "A message is sent only if its text is non-empty after trimming; the trimmed text is what is sent.":
    [
      "tests/src/features/chat/composer/message-rules.test.ts > the text that is sent (SPEC 5) > %j",
      `${BOX}hands over the trimmed text, by Enter or by the button`,
      "tests/supabase/functions/input.test.ts > a message > %s starts nothing",
      "tests/supabase/functions/input.test.ts > a message > %s is not sent",
      "e2e/visitor.spec.ts > a visitor cannot send an empty or blank message",
    ],
  "Enter sends; Shift+Enter inserts a new line.": [
    "tests/src/features/chat/composer/key-rules.test.ts > %s sends: (SPEC 5)",
    `${BOX}is not what Shift+Enter does`,
    "e2e/chat.spec.ts > a member sends, reads messages and deletes a chat by keyboard alone",
  ],
  "The send button is disabled with empty input.": [
    `${BOX}is possible only with text`,
    "e2e/visitor.spec.ts > a visitor cannot send an empty or blank message",
  ],
  "The composer blocks sending while disabled.": [
    `${BOX}waits while it is blocked, and typing goes on`,
  ],
  "A visitor who sends a message or creates a chat gets the login dialog instead.": [
    ASKED,
    "e2e/visitor.spec.ts > a visitor who sends or creates a chat is asked to log in and keeps the draft",
  ],
  "Account deletion Continue is disabled unless the typed email exactly equals": [
    CREDENTIALS,
    "tests/src/features/deletion/credentials-rules.test.ts > Continue with %j and password %j: %s",
    "tests/src/features/deletion/credentials-rules.test.ts > %j is the person's own email: %s",
  ],
  "If the email differs, the destructive toast 'Email doesn't match'": [
    CREDENTIALS,
    "tests/src/features/deletion/use-deletion.test.tsx > another email is told so, and nothing is asked",
  ],
  "The password is verified by signing in again": [
    "e2e/deletion.spec.ts > a member goes through the five deletion steps with one password check, and stays signed in",
  ],
  "on failure the toast is 'Invalid password' / 'Please enter your correct password'.": [
    "e2e/deletion.spec.ts > a member with a wrong password sees 'Invalid password' and stays on the first deletion step",
  ],
  "The quiz needs 4/4 to pass.": [
    "tests/src/features/deletion/quiz-rules.test.ts > score > counts 4 of 4, which is the pass mark",
    "tests/src/features/deletion/quiz-rules.test.ts > score > counts 3 when only question %i is wrong",
    "tests/src/features/deletion/deletion-flow.test.ts > quiz > with %i right: answers cleared, first question, 60-second wait",
  ],
  "Failure toast: 'Quiz failed'": [FAILED],
  "An inline alert shows 'You scored N/4. You need 4/4 to proceed.'": [FAILED],
  "and 'Please wait N seconds before retaking the quiz.'": [
    FAILED,
    "tests/src/features/deletion/countdown-rules.test.ts > wholeSeconds > %i is said as %s",
  ],
  "The support form has no validation shown.": [
    "tests/src/features/support/support-rules.test.ts > checkMessage > every field is required, and blanks are nothing",
    "tests/src/features/support/support-page.test.tsx > /settings/support (SPEC 2) > an incomplete form says what is missing, goes to the first gap and keeps what was typed",
  ],
};
