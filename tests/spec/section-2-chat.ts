import type { Section } from "./section.ts";

const ROUTES =
  "e2e/visitor.spec.ts > a visitor opens every route and sees its screen, with one heading and a title of its own";
const NOT_FOUND =
  "e2e/visitor.spec.ts > a visitor who opens any other path sees the not-found screen, and a 404 is logged";
const HOME =
  "e2e/visitor.spec.ts > a visitor sees the heading, the models, New Chat, Download and Upgrade to Go on the home screen";
const MEMBER =
  "e2e/chat.spec.ts > a visitor signs up, is refused on trial, becomes a member, and chats with every model";
const ASKED =
  "e2e/visitor.spec.ts > a visitor who sends or creates a chat is asked to log in and keeps the draft";
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
    "e2e/settings.spec.ts > a visitor saves a color, sees it on the page, and has the default again after a reload",
  ],
  "Neither is in the route table, so both land on the not-found screen.": [NOT_FOUND],
  "Whether routes are guarded is not shown.": [
    "e2e/settings-walk.spec.ts > a visitor is asked to log in on every account page and returns to it afterwards",
  ],

  "A sidebar plus a main pane.": [HOME],
  "Logo and product title.": [
    "e2e/visitor.spec.ts > a visitor sees the Download card in the sidebar outside the home screen",
  ],
  "A 'New Chat' button.": [HOME],
  "A 'Start with model:' list offering the four models.": [HOME],
  "Picking one starts a new chat with that model.": [MEMBER],
  "The list of the user's chats.": [
    `${LIST}is newest first, with titles or 'New conversation'`,
    "e2e/long-chats.spec.ts > a member with 2,000 chats gets them page by page, newest first",
  ],
  "Each shows its title, or 'New conversation' when untitled.": [
    "tests/src/features/chat/data/chat-pages-rules.test.ts > a chat's title (SPEC 2) > %j",
    MEMBER,
  ],
  "The current chat is highlighted.": [`${LIST}highlights the current chat`, MEMBER],
  "Selecting a chat makes it current.": [
    "e2e/turns.spec.ts > a member reads another chat while a reply is written, and sees it only in its own chat",
  ],
  "Each chat has a hover menu with a 'Delete chat' item.": [
    MEMBER,
    "tests/src/features/chat/chat-list/chat-list.test.tsx > the menu of a chat > opens with a click, deletes with the next, and gives the focus back",
  ],
  "Footer: the user's {email}, the membership status (capitalised) and a 'Settings' button": [
    "e2e/auth.spec.ts > a visitor signs up, is told to check their email, logs in and sees that they are on trial",
    "e2e/session.spec.ts > a second member in the same browser sees nothing of the first one",
  ],
  "With no user, it shows 'Not signed in'.": [HOME],

  "Heading 'Hi, how can I help you?'.": [HOME],
  "A rounded text input with placeholder 'Ask anything' and a send button": [
    "e2e/visitor.spec.ts > a visitor cannot send an empty or blank message",
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
    "e2e/unusual-content.spec.ts > a member sees markup as text in messages and titles, and no other host is contacted",
  ],
  "An optional model is shown as 'Model: {name}'.": [
    `${MESSAGES}is a region with the messages, oldest first, and the model's name`,
    MEMBER,
  ],
  "While a reply loads, a 'Thinking...' placeholder appears after the last message.": [
    `${MESSAGES}shows 'Thinking...' after the last message, then the text as it comes`,
    "e2e/turns.spec.ts > a member sees 'Thinking...', then the reply in pieces, and a screen reader hears it once",
  ],
  "The pane scrolls to the newest message automatically.": [
    "e2e/long-chats.spec.ts > a member's pane follows the newest text until they scroll up",
  ],
  "A composer at the bottom: a multi-line box with placeholder 'Send a message...'": [
    "e2e/chat.spec.ts > a member sees the composer only in a chat, with a hint about its keys, growing up to 200 pixels",
  ],
  "The composer only appears when a chat is selected.": [
    "e2e/chat.spec.ts > a member sees the composer only in a chat, with a hint about its keys, growing up to 200 pixels",
    "e2e/long-chats.spec.ts > a member who opens an address that is no chat of theirs sees 'This conversation is not here'",
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
    "e2e/auth.spec.ts > a visitor sees a disabled 'Logging in...' button while logging in",
  ],
  "A link to sign up, and 'Continue without logging in' (to /).": [
    `${LOGIN}leads on to the sign-up, which remembers the place too, and home`,
  ],
  "On success, goes to /.": [
    "e2e/auth.spec.ts > a visitor signs up, is told to check their email, logs in and sees that they are on trial",
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
    "e2e/auth.spec.ts > a visitor signs up, is told to check their email, logs in and sees that they are on trial",
  ],
  "'404 / Oops! Page not found' with a 'Return to Home' link.": [
    NOT_FOUND,
    "tests/src/app/screens.test.tsx > not found (SPEC 2) > says so, logs a 404 and leads home",
  ],
  "An unknown route also logs a 404.": [NOT_FOUND],
};
