import type { ImportSource } from "#contract";
import { MONTHS } from "#lib/months.ts";
import { SITE_NAME } from "#ui/title.ts";
import type { FoundRow } from "./worker-messages.ts";

/** What the server has of a found chat. */
export type Seen = {
  /** How many of its messages. */
  readonly here: number;
  readonly isDeleted: boolean;
};

/** A found chat as the list shows it. */
export type ListedRow = FoundRow & Seen;

export const SOURCE_NAMES: Readonly<Record<ImportSource, string>> = {
  chatgpt: "ChatGPT",
  claude: "Claude",
  openwebui: "Open WebUI",
  librechat: "LibreChat",
  chatbotui: "chatbot-ui",
  quartet: SITE_NAME,
};

const UNSEEN: Seen = { here: 0, isDeleted: false };

/** The found chats, newest first and those without a time last. A branch comes after its chat. */
export function listedRows(
  found: Iterable<FoundRow>,
  seen: ReadonlyMap<number, Seen>,
): readonly ListedRow[] {
  const rows = Array.from(found, (row) => ({ ...row, ...(seen.get(row.row) ?? UNSEEN) }));
  const time = ({ createdAt }: FoundRow) => (createdAt === null ? -1 : Date.parse(createdAt));
  return rows.sort((left, right) => time(right) - time(left) || left.row - right.row);
}

/** Whether all of it is here, so that there is nothing to import. */
export const isHere = ({ here, messages, isDeleted }: ListedRow): boolean =>
  !isDeleted && here >= messages;

/** Whether it is chosen at first. A branch is, if it was imported before. */
export const isChosenAtFirst = (row: ListedRow): boolean =>
  !isHere(row) && !row.isDeleted && (!row.isBranch || row.here > 0);

/** The badges of a chat. */
export function marksOf(row: ListedRow): readonly string[] {
  const { here, messages, isDeleted, isBranch } = row;
  const state = isDeleted
    ? "deleted here"
    : isHere(row)
      ? "already here"
      : here > 0 && `here, ${(messages - here).toLocaleString("en-US")} new`;
  return [isBranch && "another path", state].filter((mark) => mark !== false);
}

/** The day of a chat in the reader's time zone: `Mar 14, 2026`. */
export function shortDay(createdAt: string | null): string | null {
  if (createdAt === null) return null;
  const date = new Date(createdAt);
  return `${MONTHS[date.getMonth()]?.slice(0, 3)} ${date.getDate()}, ${date.getFullYear()}`;
}

/** The title that the list shows. */
export const titleOfRow = ({ title }: Pick<FoundRow, "title">): string =>
  title?.trim() || "New conversation";

/** The chats whose title has all the words, in any case. */
export function matchingRows(rows: readonly ListedRow[], query: string): readonly ListedRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const title = titleOfRow(row).toLowerCase();
    return words.every((word) => title.includes(word));
  });
}
