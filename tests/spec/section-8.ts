import type { Notice } from "./section.ts";

const AUTH = "e2e/auth.spec.ts > ";
const READING = "e2e/notices.spec.ts > ";
const CHANGING = "e2e/notices.spec.ts > ";
const SENDING = "e2e/failed-messages.spec.ts > ";
const WHOLE =
  "e2e/deletion.spec.ts > a member goes through the five deletion steps with one password check, and stays signed in";
const DIFFERS =
  "e2e/deletion.spec.ts > a member can continue the deletion only with their exact email and a password";

/** 8. The error catalogue, by its situations */
export const FAILURES: Readonly<Record<string, Notice>> = {
  "Chat list load fails": {
    words: ["Error", "Failed to load chats"],
    shownBy: [
      `${READING}a member whose chat list cannot be loaded sees 'Failed to load chats' at once and can try again`,
      `${READING}a member keeps the listed chats when the next page cannot be loaded, and can try again`,
    ],
  },
  "Messages load fails": {
    words: ["Error", "Failed to load messages"],
    shownBy: [
      `${READING}a member whose messages cannot be loaded sees 'Failed to load messages' at once and can try again`,
    ],
  },
  "Create chat fails": {
    words: ["Error", "Failed to create new chat"],
    shownBy: [
      `${CHANGING}a member whose chat cannot be created sees 'Failed to create new chat' and no new chat`,
      "e2e/notices.spec.ts > a member who is offline sees the notice once the network is back",
    ],
  },
  "Delete chat fails": {
    words: ["Error", "Failed to delete chat"],
    shownBy: [
      `${CHANGING}a member whose chat cannot be deleted sees 'Failed to delete chat' and keeps the chat`,
    ],
  },
  "Send fails": {
    words: ["Error", "Failed to send message", "This chat could not be found."],
    shownBy: [
      `${SENDING}a member who sends without a network sees 'Failed to send message', in a chat and at home`,
      `${SENDING}a member who sends to a chat deleted elsewhere is told so and keeps the message for home`,
    ],
  },
  "Error text contains 'Active membership required'": {
    words: [
      "Membership Required",
      "You need an active membership to create chats. Please upgrade your account.",
      "You need an active membership to send messages. Please upgrade your account.",
    ],
    shownBy: [
      `${SENDING}a member whose membership has ended finds the message in the composer and is told why`,
    ],
  },
  "Fallbacks when the server gives no error text": {
    words: ["Failed to create chat", "Failed to start chat", "Failed to send message"],
    shownBy: [
      `${SENDING}a member sees a text for each action when an error has no text of its own`,
    ],
  },
  "Login failure": {
    words: ["Login failed", "Invalid login credentials", "Invalid credentials"],
    shownBy: [
      `${AUTH}a visitor who logs in with a wrong password sees 'Login failed' with the service's reason`,
      `${AUTH}a visitor whose login fails without a readable reason sees 'Invalid credentials'`,
    ],
  },
  "Signup failure": {
    words: ["Sign up failed", "already registered", "Something went wrong"],
    shownBy: [
      `${AUTH}a visitor who signs up with a taken email sees 'Sign up failed' with the service's reason`,
      `${AUTH}a visitor whose sign-up fails without a readable reason sees 'Something went wrong'`,
    ],
  },
  "No access token": {
    words: ["Error", "No authentication token found"],
    shownBy: [
      `${AUTH}a member whose session has vanished sees 'No authentication token found' when sending`,
    ],
  },
  "Deletion: email differs": {
    words: ["Email doesn't match", "Please enter your exact email address"],
    shownBy: [DIFFERS],
  },
  "Deletion: wrong password": {
    words: ["Invalid password", "Please enter your correct password"],
    shownBy: [
      "e2e/deletion.spec.ts > a member with a wrong password sees 'Invalid password' and stays on the first deletion step",
    ],
  },
  "Deletion: unexpected failure verifying": {
    words: ["Error", "Failed to verify password"],
    shownBy: [
      "e2e/deletion-limits.spec.ts > a member whose password check meets ${name} is not told that the password is invalid",
    ],
  },
  "Deletion: scheduling fails": {
    words: ["Error", "Failed to schedule account deletion"],
    shownBy: [
      "e2e/deletion-limits.spec.ts > a member whose session ends during the countdown is told that the deletion was not scheduled",
      "e2e/deletion-limits.spec.ts > a member who logs out in another tab during scheduling is told that the deletion was not scheduled",
    ],
  },
  "Quiz fails": {
    words: ["Quiz failed", "You scored 3/4. You need 4/4 to proceed. Please retake the quiz."],
    shownBy: [
      "e2e/deletion.spec.ts > a member who fails the deletion quiz starts it again after 60 seconds",
    ],
  },
  "Session user load fails": {
    words: ["session's user could not be loaded"],
    shownBy: [
      `${AUTH}a member whose user cannot be loaded stays signed in, and the failure is only logged`,
    ],
  },
};

/** The success toasts. */
export const SUCCESSES: Readonly<Record<string, Notice>> = {
  "'Welcome back!'": {
    words: ["Welcome back!"],
    shownBy: [
      "e2e/auth.spec.ts > a visitor signs up, is told to check their email, logs in and sees that they are on trial",
    ],
  },
  "'Account created!' (check email to verify)": {
    words: ["Account created!", "check your email to verify"],
    shownBy: [
      "e2e/auth.spec.ts > a visitor signs up, is told to check their email, logs in and sees that they are on trial",
    ],
  },
  "'New chat created'": {
    words: ["New chat created"],
    shownBy: ["e2e/notices.spec.ts > a member sees 'New chat created' and 'Chat deleted'"],
  },
  "'Chat deleted'": {
    words: ["Chat deleted"],
    shownBy: ["e2e/notices.spec.ts > a member sees 'New chat created' and 'Chat deleted'"],
  },
  "'Account deletion scheduled / Your account will be deleted within 24 hours'": {
    words: ["Account deletion scheduled", "Your account will be deleted within 24 hours"],
    shownBy: [WHOLE],
  },
  "'Color updated / Your chat theme has been updated'": {
    words: ["Color updated", "Your chat theme has been updated"],
    shownBy: [
      "e2e/settings.spec.ts > a visitor saves a color, sees it on the page, and has the default again after a reload",
    ],
  },
  "'Settings updated / Your safety settings have been saved'": {
    words: ["Settings updated", "Your safety settings have been saved"],
    shownBy: [
      "e2e/settings.spec.ts > a visitor finds the safety switches off, toggles them with a notice, and finds them kept after a reload",
    ],
  },
};
