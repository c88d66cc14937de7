import type { Sql } from "postgres";
import { needlesOf, spacedText } from "../../../supabase/functions/search/words-rules.ts";
import { median, quantile } from "../../bench/statistics.ts";
import { printRow } from "../../bench/table.ts";
import type { FilledMember } from "./people.ts";
import { callByName } from "./product-calls.ts";

const BAR_MS = 150;
/** As many results as the product asks for at a time. */
const PAGE = 20;

/**
 * Searches as the product does, `rounds` times for each kind of query, each time for the next of the members and with
 * other words. Prints p50 and p95 of each kind, and returns whether each holds its bar.
 * @param texts What the messages are made of.
 */
export async function measureSearches(
  sql: Sql,
  members: readonly FilledMember[],
  { texts, rounds }: { texts: readonly [string, string][]; rounds: number },
): Promise<boolean> {
  const kinds = queriesOf(texts.flat());
  const holds: boolean[] = [];
  for (const [kind, queries] of Object.entries(kinds)) {
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
      const member = members[round % members.length];
      const query = queries[round % queries.length];
      if (member === undefined || query === undefined) throw new Error(`No search for ${kind}.`);
      const start = performance.now();
      const { outcome, results } = await callByName(sql, "search_messages", {
        p_user_id: member.id,
        p_needles: JSON.stringify(needlesOf(query)),
        p_limit: PAGE,
        p_searches_per_minute: 1_000_000,
      });
      times.push(performance.now() - start);
      if (outcome !== "found") throw new Error(`A search was refused: ${outcome}.`);
      found += results?.length ?? 0;
    }
    const p95 = quantile(times, 0.95);
    printRow({
      what: `search: ${kind}`,
      measured: `${median(times).toFixed(1)} / ${p95.toFixed(1)} ms, finds ${(found / rounds).toFixed(1)}`,
      bar: `p95 at most ${BAR_MS} ms`,
      holds: p95 <= BAR_MS,
    });
    holds.push(p95 <= BAR_MS);
  }
  return holds.every(Boolean);
}

/** What people look for, by how much of it there is to find. */
function queriesOf(texts: readonly string[]): Record<string, string[]> {
  const worded = texts.map((text) => spacedText(text).text.trim().split(" "));
  const counts = new Map<string, number>();
  for (const word of worded.flatMap((words) => [...new Set(words)])) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const share = (word: string) => (counts.get(word) ?? 0) / texts.length;
  const between = (least: number, most: number) =>
    [...counts.keys()].filter((word) => share(word) >= least && share(word) <= most).slice(0, 50);
  const rare = between(0, 1 / texts.length).filter((word) => word.length > 5);
  const seldom = between(0.008, 0.012);
  const common = between(0.2, 1);
  const neighbours = worded
    .filter((words) => words.length > 10)
    .slice(0, 50)
    .map(([, , , first = "", second = ""]) => ({ first, second }));
  const withNext = (words: string[]) =>
    words.map((word, index) => [word, words[(index + 1) % words.length]] as const);
  return {
    "a word of one text in a thousand": rare,
    "a word of one text in a hundred": seldom,
    "a common word": common,
    "two words of one text": neighbours.map(({ first, second }) => `${first} ${second}`),
    "two words that are hardly ever together": withNext(seldom).map((two) => two.join(" ")),
    "the beginning of a word, three letters": rare.map((word) => word.slice(0, 3)),
    "a rare word and one letter of the next": withNext(rare).map(
      ([word, next = ""]) => `${word} ${next.slice(0, 1)}`,
    ),
    "a phrase": neighbours.map(({ first, second }) => `"${first} ${second}"`),
    "a phrase of common words that nobody wrote": common.map((word) => `"${word} ${word} ${word}"`),
    "a word that is nowhere": rare.map((word) => `${word}qq`),
  };
}
