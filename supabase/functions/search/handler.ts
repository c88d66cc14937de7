import { searchRequest, type SearchResponse } from "../_shared/contract.ts";
import type { Backend } from "../_shared/database/backend.ts";
import { json } from "../_shared/endpoint/http.ts";
import { readRequest } from "../_shared/endpoint/read-request.ts";
import { Refusal, refusalOf } from "../_shared/refusal.ts";
import { readCursor, writeCursor } from "./cursor-rules.ts";
import { excerptOf } from "./excerpt-rules.ts";
import { hasSigns, needlesOf } from "./words-rules.ts";

/** How many results come at a time. */
const PAGE = 20;

/**
 * POST /api/search: finds the person's messages and chat titles that have the words of a query, newest first. A live
 * session is enough. A query without words finds nothing. A page may have no results and say where to go on. Refuses with
 * 400 for a cursor that no search returned, and with 429 past the limit of searches.
 */
export function search({ backend }: { backend: Backend }) {
  return async (request: Request): Promise<Response> => {
    const { userId, body } = await readRequest(request, backend, () => searchRequest);
    const before = body.before == null ? undefined : readCursor(body.before);
    if (body.before != null && before === undefined) {
      throw new Refusal(400, "invalid_request", "The search cannot be continued from there.");
    }
    const needles = needlesOf(body.query);
    if (needles.length === 0) return json({ results: [], before: null } satisfies SearchResponse);
    const outcome = await backend.searchMessages({ userId, needles, most: PAGE, before });
    if (outcome.outcome !== "found") throw refusalOf(outcome);
    const results = outcome.results
      .map(({ content, ...found }) => ({ found, text: content ?? found.title ?? "" }))
      .filter(({ text }) => hasSigns(body.query, text))
      .map(({ found, text }) => ({
        chatId: found.chat_id,
        title: found.title,
        messageId: found.message_id,
        role: found.role,
        createdAt: found.created_at,
        excerpt: excerptOf(text, body.query),
      }));
    const next = outcome.next === null ? null : writeCursor(outcome.next);
    return json({ results, before: next } satisfies SearchResponse);
  };
}
