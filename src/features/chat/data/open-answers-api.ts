import type { Message, OpenAnswer } from "#contract";
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

/** Reads the answers in a chat that are no messages yet. */
export async function listOpenAnswers(chatId: string, signal: AbortSignal) {
  const client = await database();
  const inChat = () => client.from("open_answers").select("*").eq("chat_id", chatId);
  return readAll<OpenAnswer>(() => inChat().abortSignal(signal));
}

/** Reads a person's answers that are on their way. */
export async function listComing(userId: string, signal: AbortSignal) {
  const client = await database();
  const own = () => client.from("open_answers").select("*").eq("user_id", userId);
  return readAll<OpenAnswer>(() => own().in("status", ["asked", "running"]).abortSignal(signal));
}

/** Reads the replies to questions. */
export async function readReplies(questionIds: readonly string[]) {
  const client = await database();
  return readAll<Message>(() => client.from("messages").select("*").in("reply_to", questionIds));
}
