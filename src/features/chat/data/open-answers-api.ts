import type { Message, OpenAnswer } from "#contract";
import { database } from "#lib/database.ts";

/** As many as the server returns at once. */
export const ROWS_PAGE = 50;

/** Before every id. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Reads all rows, in the order of their ids. Costs a further request for each page that is full.
 * @param readAfter Reads the page after an id.
 */
async function readAll<Row extends { readonly id: string }>(
  readAfter: (id: string) => Promise<readonly Row[]>,
  after = FIRST_ID,
): Promise<readonly Row[]> {
  const rows = await readAfter(after);
  const last = rows[ROWS_PAGE - 1];
  return last === undefined ? rows : [...rows, ...(await readAll(readAfter, last.id))];
}

// The database's types say that a view's columns may be null, and `string` where the contract names the values.

/** Reads the answers in a chat that are no messages yet. Throws what the database returned. */
export async function listOpenAnswers(
  chatId: string,
  signal: AbortSignal,
): Promise<readonly OpenAnswer[]> {
  const client = await database();
  return readAll(async (after) => {
    const { data } = await client
      .from("open_answers")
      .select("*")
      .eq("chat_id", chatId)
      .gt("id", after)
      .order("id")
      .limit(ROWS_PAGE)
      .abortSignal(signal)
      .throwOnError();
    return data as OpenAnswer[];
  });
}

/** Reads a person's answers that are on their way. Throws what the database returned. */
export async function listComing(
  userId: string,
  signal: AbortSignal,
): Promise<readonly OpenAnswer[]> {
  const client = await database();
  return readAll(async (after) => {
    const { data } = await client
      .from("open_answers")
      .select("*")
      .eq("user_id", userId)
      .in("status", ["asked", "running"])
      .gt("id", after)
      .order("id")
      .limit(ROWS_PAGE)
      .abortSignal(signal)
      .throwOnError();
    return data as OpenAnswer[];
  });
}

/** Reads the replies to questions. Throws what the database returned. */
export async function readReplies(questionIds: readonly string[]): Promise<readonly Message[]> {
  const client = await database();
  return readAll(async (after) => {
    const { data } = await client
      .from("messages")
      .select("*")
      .in("reply_to", questionIds)
      .gt("id", after)
      .order("id")
      .limit(ROWS_PAGE)
      .throwOnError();
    return data as Message[];
  });
}
