import type { Chat } from "#contract";
import { instant } from "#lib/timestamp.ts";

/**
 * What a person has seen in this browser. Times are those of newest answers, in microseconds since 1970.
 * `since`: everything up to it counts as seen; null until the list was first read here.
 * `chats`: for each chat opened since, the newest answer that was on the screen.
 */
export type SeenChats = {
  readonly since: number | null;
  readonly chats: Readonly<Record<string, number>>;
};

type Dated = Pick<Chat, "id" | "last_answer_at">;

export const NOTHING_SEEN: SeenChats = { since: null, chats: {} };

/** Beyond this many chats the oldest are forgotten, and all that is as old as they are counts as seen. */
const KEPT = 300;

/** Reads what local storage holds, whatever stands there. */
export function parseSeen(stored: unknown): SeenChats {
  const { since, chats } = (stored ?? {}) as { since?: unknown; chats?: unknown };
  if (typeof chats !== "object" || chats === null) return NOTHING_SEEN;
  const times = Object.entries(chats).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number",
  );
  return { since: typeof since === "number" ? since : null, chats: Object.fromEntries(times) };
}

/** Whether a chat has an answer newer than what was seen of it. A question alone is no news. */
export function isUnseen(seen: SeenChats, chat: Dated): boolean {
  const known = seen.chats[chat.id] ?? seen.since;
  return known !== null && instant(chat.last_answer_at) > known;
}

/** Notes that a chat's newest answer was on the screen. */
export function withSeen(seen: SeenChats, chat: Dated): SeenChats {
  const at = instant(chat.last_answer_at);
  const isNew = at > (seen.chats[chat.id] ?? seen.since ?? -Infinity);
  return isNew ? pruned({ ...seen, chats: { ...seen.chats, [chat.id]: at } }) : seen;
}

/** The first list that is read here counts as seen: nobody wants all their chats marked in a new browser. */
export function withFirstList(seen: SeenChats, chats: readonly Dated[]): SeenChats {
  if (seen.since !== null) return seen;
  const times = chats.map((chat) => instant(chat.last_answer_at)).filter((at) => at > 0);
  return { ...seen, since: Math.max(0, ...times) };
}

function pruned(seen: SeenChats): SeenChats {
  const newest = Object.entries(seen.chats).sort(([, left], [, right]) => right - left);
  const [, forgotten = null] = newest[KEPT] ?? [];
  if (forgotten === null) return seen;
  const since = Math.max(seen.since ?? 0, forgotten);
  return { since, chats: Object.fromEntries(newest.slice(0, KEPT)) };
}
