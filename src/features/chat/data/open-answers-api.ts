import type { Message, OpenAnswer, OpenAnswerRow } from "#contract";
import { database } from "#lib/database.ts";

/** As many as the server returns at once. */
export const ROWS_PAGE = 50;

/** Before every id. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** What is common to the queries below. */
type Query = {
  readonly gt: (column: "id", after: string) => Query;
  readonly order: (column: "id") => Query;
  readonly limit: (count: number) => Query;
  readonly throwOnError: () => PromiseLike<{ readonly data: unknown }>;
};

/**
 * Reads all rows, in the order of their ids. Costs a further request for each page that is full. Throws what the database
 * returned. The database's types say that a view's columns may be null, and `string` where the contract names the values.
 */
async function readAll<Row extends { readonly id: string }>(
  select: () => Query,
  after = FIRST_ID,
): Promise<readonly Row[]> {
  const { data } = await select().gt("id", after).order("id").limit(ROWS_PAGE).throwOnError();
  const rows = data as readonly Row[];
  const last = rows[ROWS_PAGE - 1];
  return last === undefined ? rows : [...rows, ...(await readAll<Row>(select, last.id))];
}

/** What the page has of an answer's text. */
export type KnownText = Pick<OpenAnswer, "text_id" | "content">;

/** More would not fit into an address; the other texts are read from their beginning. */
const KNOWN_AT_MOST = 60;

/** As the database counts them; a text's length counts some of them twice. */
const charactersOf = (text: string) => text.length - (text.match(/[\uD800-\uDBFF]/g)?.length ?? 0);

/**
 * Reads the answers in a chat that are no messages yet; without a chat those of the person that are on their way, and
 * those that are known. Of their texts it reads what is not known yet.
 * @param known By the answers' ids; null for one whose text is not needed. Such an answer has no content.
 */
export async function readOpenAnswers(
  chatId: string | null,
  known: ReadonlyMap<string, KnownText | null>,
): Promise<readonly OpenAnswer[]> {
  const client = await database();
  const parts = [...known].slice(0, KNOWN_AT_MOST).map(([id, part]) => {
    return [id, part && [part.text_id, charactersOf(part.content ?? "")]];
  });
  const args = {
    ...(chatId !== null && { p_chat_id: chatId }),
    ...(parts.length > 0 && { p_known: JSON.stringify(Object.fromEntries(parts)) }),
  };
  const readAfter = async (p_after?: string): Promise<readonly OpenAnswerRow[]> => {
    const page = { ...args, ...(p_after !== undefined && { p_after }) };
    const { data } = await client.rpc("open_answers", page, { get: true }).throwOnError();
    const rows = data as unknown as readonly OpenAnswerRow[];
    const last = rows[ROWS_PAGE - 1];
    return last === undefined ? rows : [...rows, ...(await readAfter(last.id))];
  };
  return (await readAfter()).map(({ text, text_from, ...row }) => {
    const before = text_from ? (known.get(row.id)?.content ?? "") : "";
    return Object.assign(row, { content: text === null ? null : before + text });
  });
}

/** Reads messages by their ids, or the replies to these questions. Those that are not there are left out. */
export async function readMessages(column: "id" | "reply_to", ids: readonly string[]) {
  const client = await database();
  return readAll<Message>(() => client.from("messages").select("*").in(column, ids));
}
