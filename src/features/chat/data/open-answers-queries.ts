import { queryOptions } from "@tanstack/react-query";
import type { OpenAnswer } from "#contract";
import { queryClient } from "#lib/query-client.ts";
import { growText, isStreamed, textOf } from "./answer-texts.ts";
import { upsertMessages } from "./chat-cache.ts";
import { messagesKey, openAnswersKey, runningKey } from "./chat-queries.ts";
import type { LoadedMessages } from "./message-pages-rules.ts";
import { loadedMessages } from "./message-pages-rules.ts";
import { type KnownText, listComing, readOpenAnswers, readReplies } from "./open-answers-api.ts";

/**
 * The answers in a chat that are no messages yet. The message of one that is no more among them is there when they are,
 * so that nothing is missing in between.
 */
export const openAnswersQuery = (userId: string, chatId: string) =>
  queryOptions({
    queryKey: openAnswersKey(userId, chatId),
    queryFn: async ({ client, queryKey, signal }) => {
      const known = knownTexts(userId);
      const before = client.getQueryData<readonly OpenAnswer[]>(queryKey) ?? [];
      const read = await readOpenAnswers(chatId, known, signal);
      const rows = read.map((row) => withText(row, known));
      const loaded = client.getQueryData<LoadedMessages>(messagesKey(userId, chatId));
      const there = [...rows, ...(loaded ? loadedMessages(loaded) : [])];
      const ended = before.filter(({ id }) => there.every((row) => row.id !== id));
      if (ended.length > 0) {
        const replies = await readReplies([...new Set(ended.map((row) => row.question_id))]);
        await upsertMessages(userId, chatId, replies);
      }
      return rows;
    },
  });

/** All answers of a person that are on their way, whichever page or device asked. */
export const runningQuery = (userId: string) =>
  queryOptions({
    queryKey: runningKey(userId),
    queryFn: async ({ signal }) => {
      const known = knownTexts(userId);
      return (await listComing(known, signal)).map((row) => withText(row, known));
    },
    staleTime: 0,
  });

type KnownTexts = ReadonlyMap<string, KnownText | null>;

/** What the page has of the texts of a person's open answers; null for those that it is sent. */
function knownTexts(userId: string): KnownTexts {
  const inChats = openAnswersKey(userId, "").slice(0, 2);
  const rows = [inChats, runningKey(userId)]
    .flatMap((queryKey) => queryClient.getQueriesData<readonly OpenAnswer[]>({ queryKey }))
    .flatMap(([, data = []]) => data);
  const entries = rows.map((row) => [row.id, isStreamed(row.id) ? null : row] as const);
  return new Map(entries.filter(([, row]) => row?.content !== null));
}

/** An open answer with its text, of which this page may have more. */
function withText(row: OpenAnswer, known: KnownTexts): OpenAnswer {
  if (known.get(row.id) === null || isStreamed(row.id)) return { ...row, content: textOf(row.id) };
  if (row.content === null) return row;
  growText(row.id, row.content);
  const shown = textOf(row.id);
  return shown.startsWith(row.content) ? { ...row, content: shown } : row;
}
