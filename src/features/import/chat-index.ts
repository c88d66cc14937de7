import { CONTENT_BYTES, makeTitle, oneLine, trimText } from "#text-rules";
import type { FoundChat } from "./found-chat.ts";
import type { FoundRow } from "./worker-messages.ts";

/** Where a chat is: the `nth` of a file. */
export type ChatPlace = { readonly file: number; readonly nth: number };

/** A place, with the keys of the messages that are there. */
type Appearance = ChatPlace & { readonly keys: readonly string[] };

/** Longer titles are cut. */
const TITLE_UNITS = 500;

/** The found chats, without their texts. A chat found more than once is one row, with the messages of all versions. */
export function chatIndex() {
  const rows: FoundRow[] = [];
  /** The places of each row, those with most messages first, without those that add no message. */
  const appearances: (readonly Appearance[])[] = [];
  const numbers = new Map<string, number>();

  return {
    /** The row of a chat; null for one without messages. */
    add(chat: FoundChat, place: ChatPlace): FoundRow | null {
      const keys = [...new Set(chat.messages.map(({ key }) => key))];
      if (keys.length === 0) return null;
      const name = `${chat.source} ${chat.key}`;
      const row = numbers.get(name) ?? rows.length;
      numbers.set(name, row);
      const before = rows[row];
      const all = withNew(appearances[row] ?? [], { ...place, keys });
      appearances[row] = all;
      const longest = all[0]?.file === place.file && all[0].nth === place.nth;
      const found: FoundRow = {
        ...(before && !longest ? before : rowOf(row, chat)),
        messages: distinct(all).size,
        // A path that was shown in one of them is not 'another path'.
        isBranch: chat.isBranch && (before?.isBranch ?? true),
        notes: [...new Set([...(before?.notes ?? []), ...chat.notes])],
      };
      rows[row] = found;
      return found;
    },

    rows: () => rows as readonly FoundRow[],
    /** The keys of all messages of a row, in the order in which they are imported. */
    keysOf: (row: number): readonly string[] => [...distinct(appearances[row] ?? [])],
    /** Where the messages of a row are. `isNew`: whether no earlier place has a message. */
    placesOf: (row: number): (ChatPlace & { readonly isNew: (key: string) => boolean })[] => {
      const all = appearances[row] ?? [];
      return all.map(({ file, nth }, at) => {
        const known = distinct(all.slice(0, at));
        return { file, nth, isNew: (key) => !known.has(key) };
      });
    },
  };
}

const distinct = (all: readonly Appearance[]) => new Set(all.flatMap(({ keys }) => keys));

function withNew(all: readonly Appearance[], found: Appearance): readonly Appearance[] {
  const known = new Set<string>();
  return [...all, found]
    .sort((a, b) => b.keys.length - a.keys.length)
    .filter(({ keys }) => {
      const before = known.size;
      for (const key of keys) known.add(key);
      return known.size > before;
    });
}

/** The title that an untitled chat gets when it is imported. */
function madeTitle({ messages }: FoundChat): string | null {
  const question = messages.find(({ role }) => role === "user");
  return (question && makeTitle(trimText(question.content))) || null;
}

const rowOf = (row: number, chat: FoundChat): FoundRow => ({
  row,
  source: chat.source,
  key: chat.key,
  title: oneLine(chat.title?.slice(0, TITLE_UNITS) ?? "") || madeTitle(chat),
  createdAt: chat.createdAt ?? chat.messages.find(({ createdAt }) => createdAt)?.createdAt ?? null,
  messages: 0,
  leftOut: chat.leftOut,
  isBranch: chat.isBranch,
  cut: chat.messages.filter(({ content }) => isCut(content)).length,
  notes: chat.notes,
});

/** Whether a text is longer than the server keeps. */
function isCut(text: string): boolean {
  // No text of so few characters is.
  if (text.length * 3 <= CONTENT_BYTES) return false;
  return new TextEncoder().encodeInto(text, new Uint8Array(CONTENT_BYTES)).read < text.length;
}

export type ChatIndex = ReturnType<typeof chatIndex>;
