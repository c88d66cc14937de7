import type { Section } from "./section.ts";

const ROUTES =
  "e2e/visitor.spec.ts > every route of the table shows its screen, with one heading and its title";
const NOT_FOUND = "e2e/visitor.spec.ts > any other path is not found, and logs a 404";
const HOME = "e2e/visitor.spec.ts > the home screen has what the specification names";
const MEMBER =
  "e2e/chat.spec.ts > a person signs up, is refused, becomes a member, and chats with every model";
const ASKED =
  "e2e/visitor.spec.ts > sending and creating ask the visitor to log in, and keep what was typed";
const LIST = "tests/src/features/chat/chat-list/chat-list.test.tsx > the list of chats (SPEC 2) > ";
const MESSAGES =
  "tests/src/features/chat/conversation/message-list.test.tsx > a conversation (SPEC 2) > ";
const PROMPT = "tests/src/features/auth/auth-screens.test.tsx > the login prompt (SPEC 2) > ";
const LOGIN = "tests/src/features/auth/auth-screens.test.tsx > /login (SPEC 2 and 5) > ";
const SIGNUP = "tests/src/features/auth/auth-screens.test.tsx > /signup (SPEC 2 and 5) > ";

/** 2. Screens and routes: the route table, the chat screen, the ways in, not found */
export const SECTION_2_CHAT: Section = {
  "/ and /chats/{chatId}": [ROUTES, MEMBER],
  "/login | Log in": [ROUTES],
  "/signup | Sign up": [ROUTES],
  "/settings | Settings index": [ROUTES],
  "/settings/account | Account settings": [ROUTES],
  "/settings/account/membership | Membership details": [ROUTES],
  "/settings/account/membership/manage | Manage membership": [ROUTES],
  "/settings/account/delete | Account deletion flow": [ROUTES],
  "/settings/chat/color | Primary Color": [ROUTES],
  "/settings/safety | Safety settings": [ROUTES],
  "/settings/support | Support": [ROUTES],
  "/terms | Terms of Service": [ROUTES],
  "/privacy | Privacy Policy": [ROUTES],
  "any other path | Not-found screen": [NOT_FOUND],
  "Some screens navigate to /settings/account/manage-membership and /settings/chat.": [
    NOT_FOUND,
    "e2e/settings.spec.ts > a color is saved to the running page, and gone after a reload",
  ],
  "Neither is in the route table, so both land on the not-found screen.": [NOT_FOUND],
  "Whether routes are guarded is not shown.": [
    "e2e/settings-walk.spec.ts > a visitor is asked to log in on every account page, and comes back to it",
  ],

  "A sidebar plus a main pane.": [HOME],
  "Logo and product title.": [
    "e2e/visitor.spec.ts > the sidebar promotes the browser on the other screens",
  ],
  "A 'New Chat' button.": [HOME],
  "A 'Start with model:' list offering the four models.": [HOME],
  "Picking one starts a new chat with that model.": [MEMBER],
  "The list of the user's chats.": [
    `${LIST}is newest first, with titles or 'New conversation'`,
    "e2e/long-chats.spec.ts > 2,000 chats are listed page by page",
  ],
  "Each shows its title, or 'New conversation' when untitled.": [
    "tests/src/features/chat/data/chat-pages-rules.test.ts > a chat's title (SPEC 2) > %j",
    MEMBER,
  ],
  "The current chat is highlighted.": [`${LIST}highlights the current chat`, MEMBER],
  "Selecting a chat makes it current.": [
    "e2e/turns.spec.ts > a reply that is being written > goes on while the reader is elsewhere, and never shows in another chat",
  ],
  "Each chat has a hover menu with a 'Delete chat' item.": [
    MEMBER,
    "tests/src/features/chat/chat-list/chat-list.test.tsx > the menu of a chat > opens with a click, deletes with the next, and gives the focus back",
  ],
  "Footer: the user's {email}, the membership status (capitalised) and a 'Settings' button": [
    "e2e/auth.spec.ts > a person signs up, is told to check their e-mail, logs in and is on trial",
    "e2e/session.spec.ts > who logs in next in the same browser sees nothing of who was here",
  ],
  "With no user, it shows 'Not signed in'.": [HOME],

  "Heading 'Hi, how can I help you?'.": [HOME],
  "A rounded text input with placeholder 'Ask anything' and a send button": [
    "e2e/visitor.spec.ts > nothing can be sent from an empty box",
  ],
  "A promotional card with a 'Download' link": [HOME],
  "Messages in order (oldest first).": [
    `${MESSAGES}is a region with the messages, oldest first, and the model's name`,
    MEMBER,
  ],
  "A user message is one whose direction is 'inbound'": [
    "tests/src/features/chat/composer/message-rules.test.ts > who wrote a message (SPEC 2) > direction %j",
  ],
  "Content is plain text with line breaks kept.": [
    `${MESSAGES}is plain text with its line breaks, never markup`,
    "e2e/unusual-content.spec.ts > markup is text, in messages and titles, and reaches no host",
  ],
  "An optional model is shown as 'Model: {name}'.": [
    `${MESSAGES}is a region with the messages, oldest first, and the model's name`,
    MEMBER,
  ],
  "While a reply loads, a 'Thinking...' placeholder appears after the last message.": [
    `${MESSAGES}shows 'Thinking...' after the last message, then the text as it comes`,
    "e2e/turns.spec.ts > a reply that is being written > arrives in pieces, after 'Thinking...', and is announced once",
  ],
  "The pane scrolls to the newest message automatically.": [
    "e2e/long-chats.spec.ts > the pane follows the newest text unless the reader has gone up",
  ],
  "A composer at the bottom: a multi-line box with placeholder 'Send a message...'": [
    "e2e/chat.spec.ts > the composer belongs to a chat, says its keys, and grows to 200 px (SPEC 2 and 9)",
  ],
  "The composer only appears when a chat is selected.": [
    "e2e/chat.spec.ts > the composer belongs to a chat, says its keys, and grows to 200 px (SPEC 2 and 9)",
    "e2e/long-chats.spec.ts > every address that is no chat ends on a calm screen",
  ],

  "Login prompt dialog 'Log in to continue'": [`${PROMPT}has its words and three buttons`, ASKED],
  "Buttons: Cancel, Sign up (to /signup), Log in (to /login).": [
    `${PROMPT}'%s' goes to %s and remembers the chat`,
    ASKED,
  ],
  "It opens when a visitor sends a message or creates a chat.": [ASKED],

  "Heading 'Welcome back'.": [
    `${LOGIN}has its heading, two required boxes of the right type and its button`,
  ],
  "Email and password fields.": [
    `${LOGIN}has its heading, two required boxes of the right type and its button`,
  ],
  "Button 'Log in' ('Logging in...' while busy).": [
    "e2e/auth.spec.ts > the button says 'Logging in...' while it does",
  ],
  "A link to sign up, and 'Continue without logging in' (to /).": [
    `${LOGIN}leads on to the sign-up, which remembers the place too, and home`,
  ],
  "On success, goes to /.": [
    "e2e/auth.spec.ts > a person signs up, is told to check their e-mail, logs in and is on trial",
    "tests/src/features/auth/auth-rules.test.ts > where logging in leads (SPEC 2) > %s",
  ],
  "Fields: email, password, confirm password.": [
    `${SIGNUP}has three required boxes; both passwords have at least 6 characters`,
  ],
  "Links to log in and 'Continue without signing up'.": [
    `${SIGNUP}leads on to the log-in and home`,
    ASKED,
  ],
  "On success, goes to /login.": [
    "e2e/auth.spec.ts > a person signs up, is told to check their e-mail, logs in and is on trial",
  ],
  "'404 / Oops! Page not found' with a 'Return to Home' link.": [
    NOT_FOUND,
    "tests/src/app/screens.test.tsx > not found (SPEC 2) > says so, logs a 404 and leads home",
  ],
  "An unknown route also logs a 404.": [NOT_FOUND],
};
