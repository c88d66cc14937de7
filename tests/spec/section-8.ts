import type { Notice } from "./section.ts";

const AUTH = "e2e/auth.spec.ts > what goes wrong (SPEC 8) > ";
const READING = "e2e/notices.spec.ts > reading (SPEC 8) > ";
const CHANGING = "e2e/notices.spec.ts > creating and deleting (SPEC 8) > ";
const SENDING = "e2e/notices.spec.ts > sending (SPEC 8) > ";
const WHOLE =
  "e2e/deletion.spec.ts > the whole way: five steps, one password check, and the running session untouched";
const DIFFERS =
  "e2e/deletion.spec.ts > Continue is open for the exact email and a password; another email is told so";

/** 8. The error catalogue, by its situations */
export const FAILURES: Readonly<Record<string, Notice>> = {
  "Chat list load fails": {
    words: ["Error", "Failed to load chats"],
    shownBy: [
      `${READING}a chat list that cannot be loaded is said at once, and can be tried again`,
      `${READING}a further page of the list that cannot be loaded is said, and what is there stays`,
    ],
  },
  "Messages load fails": {
    words: ["Error", "Failed to load messages"],
    shownBy: [
      `${READING}messages that cannot be loaded are said at once, and come with the network`,
    ],
  },
  "Create chat fails": {
    words: ["Error", "Failed to create new chat"],
    shownBy: [
      `${CHANGING}a chat that cannot be created is said, and nothing is listed`,
      "e2e/notices.spec.ts > a notice that cannot be shown yet waits for the network, and the page stands",
    ],
  },
  "Delete chat fails": {
    words: ["Error", "Failed to delete chat"],
    shownBy: [`${CHANGING}a chat that cannot be deleted is said, and stays`],
  },
  "Send fails": {
    words: ["Error", "Failed to send message", "This chat could not be found."],
    shownBy: [
      `${SENDING}without a network it is 'Failed to send message', in a chat and from home`,
      `${SENDING}the server's own words are shown when it has some`,
    ],
  },
  "Error text contains 'Active membership required'": {
    words: [
      "Membership Required",
      "You need an active membership to create chats. Please upgrade your account.",
      "You need an active membership to send messages. Please upgrade your account.",
    ],
    shownBy: [
      `${SENDING}a membership that has ended is 'Membership Required', for creating and for sending`,
    ],
  },
  "Fallbacks when the server gives no error text": {
    words: ["Failed to create chat", "Failed to start chat", "Failed to send message"],
    shownBy: [`${SENDING}an error without a text gets the fallback of what was asked`],
  },
  "Login failure": {
    words: ["Login failed", "Invalid login credentials", "Invalid credentials"],
    shownBy: [
      `${AUTH}a wrong password is 'Login failed' with the service's words`,
      `${AUTH}a failure without a readable text is 'Invalid credentials'`,
    ],
  },
  "Signup failure": {
    words: ["Sign up failed", "already registered", "Something went wrong"],
    shownBy: [
      `${AUTH}a taken address is 'Sign up failed' with the service's words`,
      `${AUTH}a sign-up that fails without a text is 'Something went wrong'`,
    ],
  },
  "No access token": {
    words: ["Error", "No authentication token found"],
    shownBy: [`${AUTH}a session that vanished is 'No authentication token found'`],
  },
  "Deletion: email differs": {
    words: ["Email doesn't match", "Please enter your exact email address"],
    shownBy: [DIFFERS],
  },
  "Deletion: wrong password": {
    words: ["Invalid password", "Please enter your correct password"],
    shownBy: [
      "e2e/deletion.spec.ts > a wrong password is invalid and stays on the step, with what was typed",
    ],
  },
  "Deletion: unexpected failure verifying": {
    words: ["Error", "Failed to verify password"],
    shownBy: [
      "e2e/deletion-limits.spec.ts > ${name} while verifying is never called an invalid password",
    ],
  },
  "Deletion: scheduling fails": {
    words: ["Error", "Failed to schedule account deletion"],
    shownBy: [
      "e2e/deletion-limits.spec.ts > a session that ends during the countdown cannot be scheduled",
      "e2e/deletion-limits.spec.ts > logging out in another tab while scheduling fails it",
    ],
  },
  "Quiz fails": {
    words: ["Quiz failed", "You scored 3/4. You need 4/4 to proceed. Please retake the quiz."],
    shownBy: ["e2e/deletion.spec.ts > a failed quiz starts over after 60 seconds by the clock"],
  },
  "Session user load fails": {
    words: ["session's user could not be loaded"],
    shownBy: [`${AUTH}a session user that cannot be loaded is only logged`],
  },
};

/** The success toasts. */
export const SUCCESSES: Readonly<Record<string, Notice>> = {
  "'Welcome back!'": {
    words: ["Welcome back!"],
    shownBy: [
      "e2e/auth.spec.ts > a person signs up, is told to check their e-mail, logs in and is on trial",
    ],
  },
  "'Account created!' (check email to verify)": {
    words: ["Account created!", "check your email to verify"],
    shownBy: [
      "e2e/auth.spec.ts > a person signs up, is told to check their e-mail, logs in and is on trial",
    ],
  },
  "'New chat created'": {
    words: ["New chat created"],
    shownBy: ["e2e/notices.spec.ts > success is said: 'New chat created' and 'Chat deleted'"],
  },
  "'Chat deleted'": {
    words: ["Chat deleted"],
    shownBy: ["e2e/notices.spec.ts > success is said: 'New chat created' and 'Chat deleted'"],
  },
  "'Account deletion scheduled / Your account will be deleted within 24 hours'": {
    words: ["Account deletion scheduled", "Your account will be deleted within 24 hours"],
    shownBy: [WHOLE],
  },
  "'Color updated / Your chat theme has been updated'": {
    words: ["Color updated", "Your chat theme has been updated"],
    shownBy: [
      "e2e/settings.spec.ts > a color is saved to the running page, and gone after a reload",
    ],
  },
  "'Settings updated / Your safety settings have been saved'": {
    words: ["Settings updated", "Your safety settings have been saved"],
    shownBy: [
      "e2e/settings.spec.ts > safety switches start off, are kept in this browser, and each toggle says so",
    ],
  },
};
