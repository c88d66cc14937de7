import type { Attempt } from "#contract";
import { supabase } from "#lib/supabase.ts";
import { asOf, hasRunOut } from "./claim-rules.ts";
import {
  afterPieces,
  type KnownPieces,
  type PieceRow,
  withPieces,
  writtenOf,
} from "./piece-rules.ts";

/** As many as the server returns at once. */
export const ROWS_PAGE = 50;

/** Before every id. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** The database's types say `string` where the contract names the values. Its check constraints allow only those. */
type AttemptRow = Attempt & { readonly user_id: string };

/**
 * Reads all rows, in the order of their ids. Costs a further request for each page that is full.
 * @param readAfter Reads the page after an id.
 */
export async function readAll<Row extends { readonly id: string }>(
  readAfter: (id: string) => Promise<readonly Row[]>,
  after = FIRST_ID,
): Promise<readonly Row[]> {
  const rows = await readAfter(after);
  const last = rows[ROWS_PAGE - 1];
  return last === undefined ? rows : [...rows, ...(await readAll(readAfter, last.id))];
}

/** Reads the answers in a chat that are being written or broke off. */
export async function listAttempts(chatId: string, signal: AbortSignal): Promise<Attempt[]> {
  const client = await supabase();
  const rows = await readAll(async (after) => {
    const { data } = await client
      .from("attempts")
      .select("*")
      .eq("chat_id", chatId)
      .gt("id", after)
      .order("id")
      .limit(ROWS_PAGE)
      .abortSignal(signal)
      .throwOnError();
    return data as AttemptRow[];
  });
  return endRunOut(rows);
}

/** Reads the attempts at answers that are being written for a person, and all attempts at some questions. */
export async function readAttempts(
  userId: string,
  questionIds: readonly string[],
): Promise<readonly Attempt[]> {
  const client = await supabase();
  const running = "claimed_until.not.is.null";
  const wanted =
    questionIds.length === 0 ? running : `${running},question_id.in.(${questionIds.join(",")})`;
  const rows = await readAll(async (after) => {
    const { data } = await client
      .from("attempts")
      .select("*")
      .eq("user_id", userId)
      .or(wanted)
      .gt("id", after)
      .order("id")
      .limit(ROWS_PAGE)
      .throwOnError();
    return data as AttemptRow[];
  });
  const now = client.serverTime();
  const isWanted = (row: AttemptRow) =>
    questionIds.includes(row.question_id) || !hasRunOut(row, now);
  return endRunOut(rows.filter(isWanted));
}

/**
 * Reads the pieces of answers after those that are known, and the last one of these, which goes with its answer. Costs a
 * further request for each page that is full.
 */
export async function readPieces(
  userId: string,
  known: readonly KnownPieces[],
): Promise<readonly PieceRow[]> {
  const client = await supabase();
  const later = known.map((it) => `and(answer_id.eq.${it.answerId},position.gte.${it.position})`);
  const { data } = await client
    .from("pieces")
    .select("answer_id, position, content")
    .eq("user_id", userId)
    .or(later.join(","))
    .order("position")
    .limit(ROWS_PAGE)
    .throwOnError();
  if (data.length < ROWS_PAGE) return data;
  return [...data, ...(await readPieces(userId, afterPieces(known, data)))];
}

/**
 * Ends the attempts whose claims have run out by the server's clock: the functions that wrote them were killed. Their
 * pieces are all that there is of the text, and are read with one more request.
 */
export async function endRunOut(rows: readonly AttemptRow[]): Promise<Attempt[]> {
  const now = (await supabase()).serverTime();
  const [first, ...others] = rows.filter((row) => hasRunOut(row, now));
  if (first === undefined) return [...rows];
  const known = [first, ...others].map(({ id }) => ({ answerId: id, position: 0 }));
  const pieces = await readPieces(first.user_id, known);
  return rows.map((attempt) => {
    const own = pieces.filter((piece) => piece.answer_id === attempt.id);
    return asOf(attempt, now, withPieces(writtenOf(attempt, undefined), own).content);
  });
}
