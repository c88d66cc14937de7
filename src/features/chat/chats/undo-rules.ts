import { RESTORABLE_MS } from "#features/chat/drafts/deleted-rules.ts";

/** A deleted chat that its person can have back, as their tab keeps it. */
export type DeletedChat = {
  readonly userId: string;
  readonly chatId: string;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
  /** Whether its page was open, and is to be opened again. */
  readonly wasOpen: boolean;
  /** Whether the person has pressed 'Undo', and the chat is not back yet. */
  readonly isAsked: boolean;
};

/** How long 'Chat deleted' offers to undo that. */
export const UNDO_MS = 8_000;
/** The shortest time in which a notice can be read and pressed. */
const AT_LEAST_MS = 3_000;

/** How long 'Chat deleted' is shown after a reload; null when the server could not restore the chat any more. */
export function shownAgainMs({ deletedAt }: DeletedChat, now: number): number | null {
  if (now - deletedAt >= RESTORABLE_MS) return null;
  return Math.min(UNDO_MS, Math.max(AT_LEAST_MS, UNDO_MS - (now - deletedAt)));
}

/** How long a failed 'Undo' is offered again: while the server can restore the chat. Null when it no longer can. */
export function triedAgainMs({ deletedAt }: DeletedChat, now: number): number | null {
  const left = RESTORABLE_MS - (now - deletedAt);
  return left <= 0 ? null : Math.max(AT_LEAST_MS, left);
}

/** Reads deleted chats from storage, whatever stands there; what does not fit is left out. */
export function parseDeleted(stored: unknown): readonly DeletedChat[] {
  return Array.isArray(stored) ? stored.filter(isDeleted) : [];
}

const isDeleted = (stored: Partial<DeletedChat> | null): stored is DeletedChat =>
  typeof stored?.userId === "string" &&
  typeof stored.chatId === "string" &&
  typeof stored.deletedAt === "number";
