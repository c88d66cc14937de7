import {
  IMPORT_LIMIT,
  importChatsRequest,
  importedChat,
  type ImportChatsResponse,
  lookAtImportsRequest,
  undoableImportsRequest,
  type UndoableImportsResponse,
  undoImportRequest,
} from "../_shared/contract.ts";
import type { Backend } from "../_shared/database/backend.ts";
import { delay } from "../_shared/delay.ts";
import { json } from "../_shared/endpoint/http.ts";
import { readRequest } from "../_shared/endpoint/read-request.ts";
import { Refusal, refusalOf } from "../_shared/refusal.ts";
import type { RequestLog } from "../_shared/request-log.ts";
import type { TurnContext } from "../_shared/turn/turn.ts";
import { leftOutNotes, slicesOf, tidyChat } from "./import-rules.ts";

type Results = ImportChatsResponse["chats"];
type Result = Results[number];

/** How many keys of messages are looked for at once. */
const LOOK_KEYS = 1000;

/** The search index waits this long for another batch, because it takes longer than storing does. */
const INDEX_AFTER_MS = 2_000;

const DELETED = "You have deleted this chat here.";
const OUT_OF_ORDER = "What comes before this part is not here yet.";
const NOT_IMPORTED = "This chat could not be imported.";
const NOTHING = "There is no message to import in this chat.";
const WRITTEN_SINCE = "Something has been written in this chat since, so it stays.";

/**
 * POST /api/import_chats: adds chats from elsewhere, returns what is stored already with `look`, or undoes an import
 * with `undo: true`. Each returns the chats with their results. With `imports: true` it lists the imports that can be
 * undone. Adding is refused with 403 without an active membership, with 410 to an import that was undone, and with 429
 * past the daily limits; what was added until then stays, and a body of which something is here is answered all the same.
 */
export function importChats({ backend, waitUntil }: Pick<TurnContext, "backend" | "waitUntil">) {
  /** Each person's newest batch, until its messages are in the search index. */
  const newest = new Map<string, object>();
  const indexAfter = async (batch: object, userId: string) => {
    const isNewest = () => newest.get(userId) === batch;
    await delay(INDEX_AFTER_MS);
    // If this fails, the next search indexes the remaining messages.
    if (isNewest()) await backend.indexMessages(userId, isNewest).catch(() => {});
    if (isNewest()) newest.delete(userId);
  };

  return async (request: Request, requestLog: RequestLog): Promise<Response> => {
    const { userId, body } = await readRequest(
      request,
      backend,
      ({ undo = false, ...fields }) =>
        undo !== false
          ? undoImportRequest
          : "imports" in fields
            ? undoableImportsRequest
            : "look" in fields
              ? lookAtImportsRequest
              : importChatsRequest,
      IMPORT_LIMIT,
    );
    if ("imports" in body) return json(await undoableImports(backend, userId));
    if ("undo" in body) return respond(await undoImport(backend, userId, body.importId));
    if ("look" in body) return respond(await look(backend, userId, body));

    const results: Results = [];
    newest.set(userId, body);
    try {
      for (const chat of body.chats) {
        const { refusal, ...result } = await addChat(backend, requestLog, chat, {
          ...body,
          userId,
        });
        results.push(result);
        if (refusal === undefined) continue;
        // What this body has added may be here already: it is sent again when its response was lost.
        if (results.every(({ added, here }) => added + here === 0)) throw refusal;
        const problem = refusal.message;
        for (const { key } of body.chats.slice(results.length)) {
          results.push({ key, chatId: null, added: 0, here: 0, problem });
        }
        break;
      }
    } finally {
      waitUntil(indexAfter(body, userId));
    }
    return respond(results);
  };
}

const respond = (chats: Results) => json({ chats } satisfies ImportChatsResponse);

type Import = { userId: string; importId: string; source: string };

/** Adds a chat, one slice after the other. `refusal`: where no other chat can be added either. */
async function addChat(
  backend: Backend,
  requestLog: RequestLog,
  chat: { key: string },
  { userId, importId, source }: Import,
): Promise<Result & { refusal?: Refusal }> {
  const result: Result = { key: chat.key, chatId: null, added: 0, here: 0 };
  const parsed = importedChat.safeParse(chat);
  if (!parsed.success) {
    return { ...result, problem: parsed.error.issues[0]?.message ?? NOT_IMPORTED };
  }
  const { title, createdAt, model, messages, notes } = tidyChat(parsed.data);
  if (messages.length === 0) return { ...result, problem: NOTHING };
  let leftOut = 0;
  let unfounded = 0;
  for (const [index, slice] of slicesOf(messages).entries()) {
    // Other requests get their turn.
    await delay(0);
    const outcome = await backend
      .call("import_chat", {
        p_user_id: userId,
        p_import_id: importId,
        p_source: source,
        p_key: chat.key,
        p_messages: JSON.stringify(slice),
        p_messages_per_day: backend.limits.importedMessagesPerDay,
        p_mb_per_day: backend.limits.importedMbPerDay,
        p_title: title,
        p_created_at: createdAt,
        p_model: model,
        p_after: index === 0 ? parsed.data.after : undefined,
        p_again: parsed.data.again ?? false,
      })
      .catch((thrown: unknown) => {
        // A chat that the database refuses does not stop the others.
        if (!(thrown instanceof Refusal) || thrown.code !== "internal") throw thrown;
        requestLog.addSurvived(thrown);
        return { outcome: "conflict" } as const;
      });
    switch (outcome.outcome) {
      case "stored":
        result.chatId = outcome.chat_id;
        result.added += outcome.added;
        result.here += outcome.here;
        leftOut += outcome.left_out;
        unfounded += outcome.unfounded;
        break;
      case "gone":
        return { ...result, chatId: outcome.chat_id, problem: DELETED };
      case "out_of_order":
        return { ...result, chatId: outcome.chat_id, problem: OUT_OF_ORDER };
      case "conflict":
        return { ...result, problem: NOT_IMPORTED };
      case "undone":
        throw new Refusal(410, "gone", "This import has been undone.");
      default: {
        const refusal = refusalOf(outcome);
        return { ...result, problem: refusal.message, refusal };
      }
    }
  }
  const all = [...notes, ...leftOutNotes(leftOut, unfounded)];
  return all.length > 0 ? { ...result, problem: all.join(" ") } : result;
}

type Looked = { key: string; messages: string[] };

async function look(
  backend: Backend,
  userId: string,
  { source, look: chats }: { source: string; look: Looked[] },
): Promise<Results> {
  const results: Results = [];
  for (let next = 0; next < chats.length;) {
    const some: Looked[] = [];
    for (let keys = 0; next < chats.length && keys < LOOK_KEYS; next += 1) {
      const chat = chats[next];
      if (chat === undefined) break;
      some.push(chat);
      keys += 1 + chat.messages.length;
    }
    const seen = await backend.call("look_at_imports", {
      p_user_id: userId,
      p_source: source,
      p_look: JSON.stringify(some),
    });
    for (const { key, chat_id, here, is_deleted } of seen.chats) {
      const result = { key, chatId: chat_id, added: 0, here };
      results.push(is_deleted ? { ...result, problem: DELETED } : result);
    }
  }
  return results;
}

async function undoableImports(backend: Backend, userId: string): Promise<UndoableImportsResponse> {
  const { imports } = await backend.call("undoable_imports", { p_user_id: userId });
  return {
    imports: imports.map(({ import_id, until, chats, messages }) => ({
      importId: import_id,
      until,
      chats,
      messages,
    })),
  };
}

async function undoImport(backend: Backend, userId: string, importId: string): Promise<Results> {
  const results: Results = [];
  let after: string | undefined;
  for (let isDone = false; !isDone;) {
    const outcome = await backend.call("undo_import", {
      p_user_id: userId,
      p_import_id: importId,
      p_after: after,
    });
    if (outcome.outcome === "not_found") {
      throw new Refusal(404, "not_found", "This import could not be found.");
    }
    if (outcome.outcome === "gone") {
      throw new Refusal(410, "gone", "An import can be undone for ten minutes.");
    }
    for (const { key, chat_id, here, has_more } of outcome.chats) {
      const result = { key, chatId: chat_id, added: 0, here };
      results.push(has_more ? { ...result, problem: WRITTEN_SINCE } : result);
    }
    after = outcome.after;
    isDone = outcome.outcome === "undone";
  }
  return results;
}
