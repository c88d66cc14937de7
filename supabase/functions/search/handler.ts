import { searchRequest, type SearchResponse } from "../_shared/contract.ts";
import type { ArgumentsOf, Backend } from "../_shared/database/backend.ts";
import { delay } from "../_shared/delay.ts";
import { json } from "../_shared/endpoint/http.ts";
import { readRequest } from "../_shared/endpoint/read-request.ts";
import { Refusal, refusalOf } from "../_shared/refusal.ts";
import { hasSigns, needlesOf } from "../_shared/words-rules.ts";
import { readCursor, writeCursor } from "./cursor-rules.ts";
import { excerptOf } from "./excerpt-rules.ts";

/** How many results come at a time. */
const PAGE = 20;

/** The pauses of a search while another process searches for the same person: 3 s in all. */
const PAUSES_MS = [50, 100, 200, 400, 750, 1500];

/**
 * POST /api/search: finds the person's messages and chat titles that have the words of a query, newest first. A live
 * session is enough. A query without words finds nothing. A page may have no results and still a `before`. Refuses with
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
    const page = await find(backend, {
      p_user_id: userId,
      p_needles: JSON.stringify(needles),
      p_limit: PAGE,
      p_before: before?.at,
      p_before_id: before?.id,
    });
    const results = page.results
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
    const next = page.next && writeCursor(page.next);
    return json({ results, before: next } satisfies SearchResponse);
  };
}

/** Every search is counted, also one that is given up because another one of the person takes too long. */
async function find(backend: Backend, query: ArgumentsOf<"search_messages">) {
  const count = await backend.call("count_search", {
    p_user_id: query.p_user_id,
    p_searches_per_minute: backend.limits.searchesPerMinute,
  });
  if (count.outcome === "limited") throw refusalOf(count);
  for (const pause of PAUSES_MS) {
    const page = await backend.call("search_messages", query);
    if (page.outcome === "found") return page;
    await delay(pause);
  }
  throw refusalOf({ outcome: "limited", retry_after: 1 });
}
