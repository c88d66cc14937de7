import { queryOptions } from "@tanstack/react-query";
import type { OpenAnswer } from "#contract";
import { growText, textOf } from "./answer-texts.ts";
import { upsertMessages } from "./chat-cache.ts";
import { messagesKey, openAnswersKey, runningKey } from "./chat-queries.ts";
import type { LoadedMessages } from "./message-pages-rules.ts";
import { loadedMessages } from "./message-pages-rules.ts";
import { listComing, listOpenAnswers, readReplies } from "./open-answers-api.ts";

/**
 * The answers in a chat that are no messages yet. The message of one that is no more among them is there when they are,
 * so that nothing is missing in between.
 */
export const openAnswersQuery = (userId: string, chatId: string) =>
  queryOptions({
    queryKey: openAnswersKey(userId, chatId),
    queryFn: async ({ client, queryKey, signal }) => {
      const before = client.getQueryData<readonly OpenAnswer[]>(queryKey) ?? [];
      const rows = await listOpenAnswers(chatId, signal);
      const loaded = client.getQueryData<LoadedMessages>(messagesKey(userId, chatId));
      const known = [...rows, ...(loaded ? loadedMessages(loaded) : [])];
      const ended = before.filter(({ id }) => known.every((row) => row.id !== id));
      if (ended.length > 0) {
        const replies = await readReplies([...new Set(ended.map((row) => row.question_id))]);
        await upsertMessages(userId, chatId, replies);
      }
      return rows.map(withText);
    },
  });

/** All answers of a person that are on their way, whichever page or device asked. */
export const runningQuery = (userId: string) =>
  queryOptions({
    queryKey: runningKey(userId),
    queryFn: async ({ signal }) => (await listComing(userId, signal)).map(withText),
    staleTime: 0,
  });

/** An open answer with its text, of which this page may have more. */
function withText(row: OpenAnswer): OpenAnswer {
  if (row.content === null) return row;
  growText(row.id, row.content);
  const shown = textOf(row.id);
  return shown.startsWith(row.content) ? Object.assign(row, { content: shown }) : row;
}
