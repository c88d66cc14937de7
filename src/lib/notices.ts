import { FALLBACKS } from "./fallbacks.ts";
import type { FailureCode } from "./functions-client.ts";
import {
  type Notice,
  type NoticeName,
  onNotify,
  onWithdrawn,
  type Undo,
  WAITING_KEY,
} from "./notify.ts";
import { readJson, remove } from "./storage.ts";

const failure = (title: string, description: string): Notice => ({
  title,
  description,
  tone: "error",
});
const success = (title: string, description?: string): Notice =>
  description === undefined ? { title, tone: "success" } : { title, description, tone: "success" };

const membership = (what: "create chats" | "send messages"): Notice => ({
  ...failure(
    "Membership Required",
    `You need an active membership to ${what}. Please upgrade your account.`,
  ),
  upgrades: true,
});

/** Every notice of the product. */
export const NOTICES = {
  loadChatsFailed: failure("Error", "Failed to load chats"),
  loadMessagesFailed: failure("Error", "Failed to load messages"),
  createChatFailed: failure("Error", "Failed to create new chat"),
  deleteChatFailed: failure("Error", "Failed to delete chat"),
  sendFailed: (text?: string) => failure("Error", text || FALLBACKS.send_message),
  membershipToCreate: membership("create chats"),
  membershipToSend: membership("send messages"),

  loginFailed: (text?: string) => failure("Login failed", text || "Invalid credentials"),
  signupFailed: (text?: string) => failure("Sign up failed", text || "Something went wrong"),
  passwordsDiffer: failure("Passwords don't match", "Please make sure your passwords match"),
  loggedIn: success("Welcome back!"),
  accountCreated: success("Account created!", "Please check your email to verify your account."),
  loggedOut: success("Logged out"),
  logOutFailed: failure("Error", "Failed to log out"),
  resetSent: success("Check your email", "We sent you a link to set a new password."),
  resetFailed: (text?: string) => failure("Error", text || "Failed to send the reset link"),
  passwordChanged: success("Password changed", "Use your new password the next time you log in."),
  passwordChangeFailed: (text?: string) => failure("Error", text || "Failed to set a new password"),
  linkFailed: failure("This link did not work", "It may have expired. Please ask for a new one."),
  linkNotChecked: failure("Error", "The link could not be checked. Reload the page to try again."),
  linkForAnother: failure(
    "This link is for another account",
    "Log out first, then open the link again.",
  ),

  emailDiffers: failure("Email doesn't match", "Please enter your exact email address"),
  wrongPassword: failure("Invalid password", "Please enter your correct password"),
  verifyPasswordFailed: failure("Error", "Failed to verify password"),
  scheduleDeletionFailed: failure("Error", "Failed to schedule account deletion"),
  quizFailed: (score: number) =>
    failure(
      "Quiz failed",
      `You scored ${score}/4. You need 4/4 to proceed. Please retake the quiz.`,
    ),

  chatCreated: success("New chat created"),
  chatDeleted: (undo: Undo): Notice => ({ ...success("Chat deleted"), undo }),
  restoreFailed: (text: string, undo?: Undo): Notice => ({
    ...failure("Error", text),
    ...(undo && { undo }),
  }),
  conversationCopied: success("Conversation copied"),
  copyFailed: failure("Error", "Failed to copy the conversation"),
  replyCopied: success("Reply copied"),
  replyCopyFailed: failure("Error", "Failed to copy the reply"),
  tooFewLeft: (note: string) => failure("Nothing sent", note),
  filesNotText: failure("Nothing added", "Only text files in UTF-8 can be added."),
  filesTooLong: failure("Nothing added", "Files may have 32,000 characters together."),
  filesEmpty: failure("Nothing added", "There is no text in it."),
  filesUnreadable: failure("Nothing added", "The file could not be read."),
  deletionScheduled: success(
    "Account deletion scheduled",
    "Your account will be deleted within 24 hours",
  ),
  colorUpdated: success("Color updated", "Your chat theme has been updated"),
  safetyUpdated: success("Settings updated", "Your safety settings have been saved"),
} as const satisfies Record<string, Notice | ((value: never) => Notice)>;

function noticeNamed(name: NoticeName): Notice {
  const notice = NOTICES[name];
  return typeof notice === "function" ? notice() : notice;
}

const resolved = (wanted: Notice | NoticeName): Notice =>
  typeof wanted === "string" ? noticeNamed(wanted) : wanted;

/** Whether a value is a notice that can be shown after a reload. What offers 'Undo' is kept elsewhere. */
function isKept(value: unknown): value is Notice | NoticeName {
  if (typeof value === "string") return Object.hasOwn(NOTICES, value);
  const { tone = "", undo } = (value ?? {}) as Partial<Notice>;
  return ["error", "success"].includes(tone) && undo === undefined;
}

/** The notices that waited when the page reloaded. */
function takeWaiting(): (Notice | NoticeName)[] {
  const kept = readJson(WAITING_KEY, "sessionStorage");
  remove(WAITING_KEY, "sessionStorage");
  return Array.isArray(kept) ? kept.filter(isKept) : [];
}

/**
 * Receives every notice from now on, and first those that came before anyone listened.
 * @returns a function that ends it
 */
export function onNotice(receive: (notice: Notice) => void): () => void {
  for (const wanted of takeWaiting()) receive(resolved(wanted));
  return onNotify((wanted) => receive(resolved(wanted)));
}

/** Receives every notice that is withdrawn. Returns a function that ends it. */
export const onNoticeWithdrawn = (receive: (notice: Notice) => void): (() => void) =>
  onWithdrawn((wanted) => receive(resolved(wanted)));

/** A failed call. Its code decides which notice is shown; the message is only shown in it. */
export type NoticedFailure = { readonly code: FailureCode; readonly message: string };

/**
 * The notice for a chat that could not be created. The server's text is shown only where it alone says what to do: when
 * to try again, or to log in.
 */
export function createFailure({ code, message }: NoticedFailure): Notice {
  if (code === "membership_required") return NOTICES.membershipToCreate;
  return code === "rate_limited" || code === "unauthenticated"
    ? NOTICES.sendFailed(message)
    : NOTICES.createChatFailed;
}

/** The notice for a message that was refused or failed; `creates` when it would have started a chat. */
export function sendFailure({ code, message }: NoticedFailure, creates: boolean): Notice {
  if (code !== "membership_required") return NOTICES.sendFailed(message);
  return creates ? NOTICES.membershipToCreate : NOTICES.membershipToSend;
}
