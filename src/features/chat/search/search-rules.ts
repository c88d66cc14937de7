import type { Chat, SearchResult } from "#contract";

/** How far each key moves in the list. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
};

/** Which result the keys have chosen after this one was pressed; undefined when the key chooses none. */
export function nextChosen(key: string, chosen: number, count: number): number | undefined {
  const step = STEPS[key];
  if (step === undefined || count === 0) return undefined;
  return Math.max(0, Math.min(chosen + step, count - 1));
}

/** Something else that the search dialog offers to do, with its keys. */
export type SearchCommand = {
  readonly kind: "command";
  readonly name: string;
  readonly keys: readonly string[];
  readonly run: () => void;
};

/**
 * An option of the list. `isSameChat`: the result above it is of the same chat. `more`: what else was found in a chat,
 * which is not shown yet.
 */
export type SearchEntry =
  | SearchCommand
  | { readonly kind: "result"; readonly result: SearchResult; readonly isSameChat: boolean }
  | { readonly kind: "more"; readonly chatId: string; readonly count: number };

/** So many results of a chat are shown at first. One more than that is not worth hiding. */
const SHOWN = 3;

const rankOf = ({ messageId }: SearchResult) => (messageId === null ? 0 : 1);

/**
 * The results by chats, in the order of the first of each. A chat's title comes before its messages, and the rest of them
 * where it has been unfolded.
 */
export function groupedResults(
  results: readonly SearchResult[],
  unfolded: ReadonlySet<string>,
): SearchEntry[] {
  const entries: SearchEntry[] = [];
  for (const [chatId, found] of Map.groupBy(results, (result) => result.chatId)) {
    const group = found.toSorted((left, right) => rankOf(left) - rankOf(right));
    const isWhole = group.length <= SHOWN + 1 || unfolded.has(chatId);
    for (const [index, result] of (isWhole ? group : group.slice(0, SHOWN)).entries()) {
      entries.push({ kind: "result", result, isSameChat: index > 0 });
    }
    if (!isWhole) entries.push({ kind: "more", chatId, count: group.length - SHOWN });
  }
  return entries;
}

/** As many chats are offered before anything is typed. */
const LATEST = 8;

/** The latest chats, as if they had been found by their titles. */
export function latestChats(chats: readonly Chat[]): SearchEntry[] {
  return chats.slice(0, LATEST).map(({ id: chatId, title, last_message_at, created_at }) => {
    const excerpt = title === null ? [] : [{ text: title, match: false }];
    const createdAt = last_message_at ?? created_at;
    const result = { chatId, title, messageId: null, role: null, createdAt, excerpt };
    return { kind: "result", result, isSameChat: false };
  });
}

/** The commands whose names have words that begin as each of the typed ones does; all of them when nothing is typed. */
export function matchingCommands<Named extends { readonly name: string }>(
  commands: readonly Named[],
  typed: string,
): Named[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ name }) => {
    const words = name.toLowerCase().split(" ");
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

const WORDED = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** What the dialog shows below its field. Results stay while more of them are on their way, and when that fails. */
export function searchView(state: {
  /** What is looked for. */
  query: string;
  isOnline: boolean;
  isError: boolean;
  isPending: boolean;
  /** Whether there is more to look through. */
  hasMore: boolean;
  /** How much was found. */
  count: number;
}) {
  if (state.query === "") return "empty";
  if (state.count > 0) return "results";
  if (state.isError) return state.isOnline ? "failed" : "offline";
  if (state.isPending || state.hasMore) return "searching";
  return WORDED.test(state.query) ? "nothing" : "wordless";
}

/** The day of a result in the reader's own words and time zone: 'Today', 'Nov 3', or with its year. */
export function dayOf(createdAt: string, now: Date): string {
  const date = new Date(createdAt);
  if (date.toDateString() === now.toDateString()) return "Today";
  const isThisYear = date.getFullYear() === now.getFullYear();
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  return date.toLocaleDateString("en-US", { month: "short", day: "numeric", ...year });
}

/** Tells the entries of a list apart. */
export function entryKey(entry: SearchEntry): string {
  if (entry.kind === "command") return entry.name;
  if (entry.kind === "more") return `more ${entry.chatId}`;
  return entry.result.messageId ?? entry.result.chatId;
}

/**
 * Where an entry stands after more results were read. A result that was folded meanwhile: where its chat is unfolded. Any
 * other that is gone: where it stood.
 */
export function placeAmong(
  { entry, place }: { readonly entry: SearchEntry; readonly place: number },
  entries: readonly SearchEntry[],
): number {
  const at = (key: string) => entries.findIndex((other) => entryKey(other) === key);
  const own = at(entryKey(entry));
  const folded = entry.kind === "result" ? at(`more ${entry.result.chatId}`) : -1;
  return own >= 0 ? own : folded >= 0 ? folded : Math.min(place, entries.length - 1);
}
