import type { Section } from "./section.ts";

const QUIZ = "tests/src/features/deletion/quiz-rules.test.ts > the quiz (SPEC 9) > ";
const FLOW = "tests/src/features/deletion/deletion-flow.test.ts > ";
const COUNTING = "tests/src/features/deletion/countdown-rules.test.ts > ";
const PRIVACY =
  "tests/src/features/legal/legal-pages.test.tsx > the statements of SPEC 2 > under %s the privacy text says '%s'";
const WHOLE =
  "e2e/deletion.spec.ts > a member goes through the five deletion steps with one password check, and stays signed in";

/** 9. Business constants and limits */
export const SECTION_9: Section = {
  "Model choices: ChatGPT 4 (default), ChatGPT 5, Grok, Claude 4.": [
    "e2e/visitor.spec.ts > a visitor sees the heading, the models, New Chat, Download and Upgrade to Go on the home screen",
    "tests/src/features/chat/conversation/conversation-rules.test.ts > the name of a model > %j",
  ],
  "Password minimum length: 6.": [
    "tests/src/features/auth/auth-rules.test.ts > a password has at least 6 characters (SPEC 9)",
    "tests/src/features/auth/auth-screens.test.tsx > /signup (SPEC 2 and 5) > six characters are sent; a network that is not there is told of",
    "e2e/auth.spec.ts > a visitor who signs up with a password of five characters stays on the form and nothing is sent",
  ],
  "Composer maximum height: 200px.": [
    "e2e/chat.spec.ts > a member sees the composer only in a chat, with a hint about its keys, growing up to 200 pixels",
  ],
  "Enter sends.": ["tests/src/features/chat/composer/key-rules.test.ts > %s sends: (SPEC 5)"],
  "Delete quiz: 4 questions, pass mark 4 of 4.": [
    `${QUIZ}has four questions: one multiple choice, three true or false`,
    "tests/src/features/deletion/quiz-rules.test.ts > score > counts 4 of 4, which is the pass mark",
  ],
  "Multiple choice: the correct answer is that account data is lost forever and cannot be recovered.":
    [
      `${QUIZ}the one right choice says that account data is lost forever and cannot be recovered`,
      WHOLE,
    ],
  "True/false: recovering chats after deletion is false": [`${QUIZ}%s is %s`, WHOLE],
  "support can recover the account after cancelling is false": [`${QUIZ}%s is %s`, WHOLE],
  "pausing instead of cancelling to retain chats is true.": [`${QUIZ}%s is %s`, WHOLE],
  "Retake wait after failure: 60 seconds.": [
    "tests/src/features/deletion/retake-wait.test.ts > the wait after a failure > %i ms after it, Next is open: %s",
    "tests/src/features/deletion/use-deletion.test.tsx > a failed quiz is told once, with its score, and opens again after 60 seconds to the millisecond",
  ],
  "Final countdown: 15 seconds.": [
    `${FLOW}countdown > %i ms later it is at %s`,
    "tests/src/features/deletion/use-deletion.test.tsx > the countdown shows every second, and scheduling starts after 15 of them to the millisecond",
    WHOLE,
  ],
  "Simulated scheduling delay: 2 seconds.": [WHOLE],
  "Countdown tick on the final step: the larger of 100 ms and": [
    `${COUNTING}tickDelay (SPEC 9) > with %i seconds left the bar moves every %i ms`,
    `${COUNTING}nextTick > with %i ms of the countdown left, the screen changes in %i ms`,
  ],
  "A further countdown ticks every 1 second.": [
    `${COUNTING}nextTick > takes the countdown through every whole second from 15 to 0 in exactly 15 seconds`,
    `${COUNTING}nextTick > a retake wait changes the screen once a second and then no more`,
  ],
  "Deletion happens within 24 hours per the screen text": [WHOLE],
  "the privacy text says personal data is deleted within 30 days (both readings are stated).": [
    PRIVACY,
  ],
  "8 colour options, default blue.": [
    "tests/src/features/preferences/color-rules.test.ts > there are the eight colours of SPEC 2, in its order, blue by default",
    "tests/src/features/preferences/color-rules.test.ts > anything that is not one of the eight is the default",
  ],
  "Both safety settings default to off.": [
    "tests/src/features/preferences/safety-page.test.tsx > both switches are off until someone turns them on",
  ],
  "Minimum age: 13 (privacy text).": [PRIVACY],
  "Session refresh retries use a 200 ms doubled backoff": [
    "e2e/session.spec.ts > a member's session refresh without a server is tried again after 200, 400 and 800 ms",
  ],
  "the session is stored under a key derived from the backend host.": [
    "e2e/session.spec.ts > a member's session is stored with the documented fields and removed on logout",
  ],
  "Expiry margin and tick size are not shown.": {
    noTest: "It leaves both to the client library of the authentication service.",
  },
};
