import { expect } from "vitest";
import { needlesOf } from "../../../supabase/functions/_shared/words-rules.ts";
import type { TestBackend, Person } from "./backend.ts";

/** What the function `search_messages` returns. */
export type FoundPage = {
  outcome: string;
  results: {
    chat_id: string;
    title: string | null;
    message_id: string | null;
    role: string | null;
    created_at: string;
    content: string | null;
  }[];
  next: { at: string; id: string } | null;
};
type Where = { person: Person; chatId: string };

/** Stores messages of the person, one every second from `from` on. */
export async function writeMessages(
  backend: TestBackend,
  { person, chatId }: Where,
  contents: readonly string[],
  from: string,
): Promise<void> {
  await backend.sql(
    `insert into public.messages (chat_id, user_id, created_at, direction, role, content)
     select $1, $2, $3::timestamptz + place * interval '1 second', 'inbound', 'user', content
     from jsonb_array_elements_text($4::text::jsonb) with ordinality as list (content, place)`,
    chatId,
    person.id,
    from,
    JSON.stringify(contents),
  );
}

/** One page of a search, as the endpoint asks for it. */
export async function searchFor(
  backend: TestBackend,
  person: Person,
  query: string,
  next: FoundPage["next"] = null,
  limit = 20,
): Promise<FoundPage> {
  return (await backend.rpc("search_messages", {
    p_user_id: person.id,
    p_needles: JSON.stringify(needlesOf(query)),
    p_limit: limit,
    ...(next && { p_before: next.at, p_before_id: next.id }),
  })) as FoundPage;
}

/** All that is found, page by page. */
export async function searchAll(backend: TestBackend, person: Person, query: string, limit = 20) {
  const results: FoundPage["results"] = [];
  for (let next: FoundPage["next"] = null; ;) {
    const page: FoundPage = await searchFor(backend, person, query, next, limit);
    expect(page.results.length).toBeLessThanOrEqual(limit);
    results.push(...page.results);
    if (page.next === null) return results;
    next = page.next;
  }
}
