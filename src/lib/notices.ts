import type { EndpointName } from "#contract";
import type { FailureCode } from "./functions-client.ts";
import { readJson, remove, writeJson } from "./storage.ts";

/** What a notice offers with its button 'Undo'. */
export type Undo = {
  readonly press: () => void;
  /** For how many milliseconds. */
  readonly forMs: number;
  /** Is called when the notice has gone: its time is over, or it was pressed, dismissed or withdrawn. */
  readonly onGone: () => void;
};

export type Notice = {
  readonly title: string;
  readonly description?: string;
  readonly tone: "error" | "success";
  /** Offers 'Upgrade to Go'. */
  readonly upgrades?: true;
  /** Offers 'Undo', also on the next screen. */
  readonly undo?: Undo;
};

/** What a failed call says when the server gives no text. */
export const FALLBACKS = {
  create_chat: "Failed to create chat",
  update_chat: "The chat could not be renamed.",
  update_instructions: "The instructions could not be saved.",
  start_chat: "Failed to start chat",
  send_message: "Failed to send message",
  search: "The search failed.",
  import_chats: "The import failed.",
} as const satisfies Record<EndpointName, string>;

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
    "Log out first, then ask for a new link.",
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
  /** Read in the place of the part, too, where that has one. */
  partMissing: failure(
    "This part could not be loaded",
    "Check your connection. What you typed is kept.",
  ),
  importEnded: failure(
    "Import ended: you are logged out",
    "What was imported stays. Log in and choose the same files again to continue.",
  ),
  membershipActive: success("Your membership is active"),
  conversationCopied: success("Conversation copied"),
  copyFailed: failure("Error", "Failed to copy the conversation"),
  replyCopied: success("Reply copied"),
  replyCopyFailed: failure("Error", "Failed to copy the reply"),
  tooFewLeft: (note: string) => failure("Nothing sent", note),
  filesNotText: failure("Nothing added", "Only text files in UTF-8 can be added."),
  filesTooLong: failure("Nothing added", "Text files can have up to 32,000 characters in total."),
  filesEmpty: failure("Nothing added", "The file is empty."),
  filesUnreadable: failure("Nothing added", "The file could not be read."),
  deletionScheduled: success(
    "Account deletion scheduled",
    "Your account will be deleted within 24 hours",
  ),
  colorUpdated: success("Color updated", "Your chat theme has been updated"),
  instructionsSaved: success("Instructions saved"),
  safetyUpdated: success("Settings updated", "Your safety settings have been saved"),
} as const satisfies Record<string, Notice | ((value: never) => Notice)>;

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

/** Where this tab keeps what its notices offer to undo, so that they are there again after a reload. */
export const UNDO_KEY = "undo";

/** Where this tab keeps the notices that nobody has seen while it reloads. */
export const WAITING_KEY = "notices";

/** What shows the notices, and takes away those that are withdrawn. */
type Screen = { readonly show: (notice: Notice) => void; readonly end: (notice: Notice) => void };

let screen: Screen | undefined;
const waiting: Notice[] = [];
let onWaiting: (() => void) | undefined;

/** Shows a notice to the person. What shows it is fetched when the first notice comes. */
export function notify(notice: Notice): void {
  if (screen) return screen.show(notice);
  waiting.push(notice);
  onWaiting?.();
}

/** Keeps what waits over a reload. */
export const keepWaiting = () => writeJson(WAITING_KEY, waiting, "sessionStorage");

/** Whether a value is a notice that can be shown after a reload. What offers 'Undo' is kept elsewhere. */
function isKept(value: unknown): value is Notice {
  const { tone = "", undo } = (value ?? {}) as Partial<Notice>;
  return ["error", "success"].includes(tone) && undo === undefined;
}

/** The notices that waited when the page reloaded. */
function takeWaiting(): Notice[] {
  const kept = readJson(WAITING_KEY, "sessionStorage");
  remove(WAITING_KEY, "sessionStorage");
  return Array.isArray(kept) ? kept.filter(isKept) : [];
}

/** Ends a notice: what failed has succeeded, or is being tried again. */
export function withdraw(notice: Notice): void {
  const index = waiting.indexOf(notice);
  if (index >= 0) waiting.splice(index, 1);
  screen?.end(notice);
}

/** Shows every notice there from now on, and first what came before. Returns a function that ends it. */
export function showNotices(on: Screen): () => void {
  screen = on;
  for (const notice of [...takeWaiting(), ...waiting.splice(0)]) on.show(notice);
  return () => {
    if (screen === on) screen = undefined;
  };
}

/** Calls back when a notice waits for a listener: the moment to fetch one. */
export function onNoticeWaiting(call: () => void): () => void {
  onWaiting = call;
  if (waiting.length > 0) call();
  return () => {
    if (onWaiting === call) onWaiting = undefined;
  };
}
