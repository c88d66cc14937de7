/** Which result the keys have chosen after this one was pressed; undefined when the key chooses none. */
export function nextChosen(key: string, chosen: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return Math.min(chosen + 1, count - 1);
    case "ArrowUp":
      return Math.max(chosen - 1, 0);
    case "PageDown":
      return Math.min(chosen + 5, count - 1);
    case "PageUp":
      return Math.max(chosen - 5, 0);
    default:
      return undefined;
  }
}

/** Something else that the search dialog offers to do, with its keys. */
export type SearchCommand = {
  readonly name: string;
  readonly keys: readonly string[];
  readonly run: () => void;
};

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

/** What the dialog shows below its field. */
export type SearchView =
  | "empty"
  | "searching"
  | "offline"
  | "failed"
  | "nothing"
  | "wordless"
  | "results";

const WORDED = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** What is known of a search: what was looked for, how it went, and how much was found. */
export type SearchState = {
  query: string;
  isOnline: boolean;
  isError: boolean;
  isPending: boolean;
  /** Whether there is more to look through. */
  hasMore: boolean;
  count: number;
};

/** Results stay while more of them are on their way, and when that fails. */
export function searchView(state: SearchState): SearchView {
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

/** Where a result leads: the chat, and in it the message. */
export function addressOf(chatPath: string, messageId: string | null): string {
  return messageId === null ? chatPath : `${chatPath}#${messageId}`;
}
