import type {
  ImportChatsResponse,
  UndoableImportsRequest,
  UndoableImportsResponse,
  UndoImportRequest,
} from "#contract";
import { database } from "#lib/database.ts";
import { post } from "#lib/functions-client.ts";
import { CALL_SECONDS } from "#time-limits";

/** The slowest connection that an import supports, in bytes a second. */
const SLOWEST_CONNECTION = 16 * 1024;

export type ImportResults = ImportChatsResponse["chats"];

/**
 * Asks what is here of chats, imports some, or undoes an import.
 * @param body what the worker has made, or which import to undo
 * @returns what became of each chat, in the order of the body
 * @throws RequestError
 */
export async function postImport(
  userId: string,
  body: ArrayBuffer | UndoImportRequest,
): Promise<ImportResults> {
  const seconds =
    body instanceof ArrayBuffer
      ? CALL_SECONDS + body.byteLength / SLOWEST_CONNECTION
      : CALL_SECONDS;
  const { chats } = await post<ImportChatsResponse>("import_chats", body, { userId, seconds });
  return chats;
}

/** Which imports of the person can still be undone. Throws a RequestError. */
export async function readUndoableImports(userId: string) {
  const body: UndoableImportsRequest = { imports: true };
  const { imports } = await post<UndoableImportsResponse>("import_chats", body, { userId });
  return imports;
}

/** The titles of chats, in any order. Throws what the database returned. */
export async function readTitlesOf(ids: readonly string[]) {
  const client = await database();
  const { data } = await client.from("chats").select("id, title").in("id", ids).throwOnError();
  return data;
}
