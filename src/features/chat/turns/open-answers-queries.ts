import { queryOptions } from "@tanstack/react-query";
import { upsertMessages } from "#features/chat/data/chat-cache.ts";
import { openAnswersKey, runningKey } from "#features/chat/data/chat-queries.ts";
import { readMessages, readOpenAnswers } from "#features/chat/data/open-answers-api.ts";
import { wait } from "#lib/functions-client.ts";
import { staleAfter } from "#lib/query-client.ts";
import { type Answer, isRead } from "./answer-rules.ts";
import { currentAnswers, dispatch, keepAnswersOf } from "./answers.ts";

// These queries hold nothing but when they were read. What they read they tell the answers.

/**
 * The answers in a chat that are no messages yet. The message of one that is no more among them is there when they are,
 * so that nothing is missing in between.
 */
export const openAnswersQuery = (userId: string, chatId: string) =>
  queryOptions({
    queryKey: openAnswersKey(userId, chatId),
    queryFn: async ({ signal }) => {
      // One that failed and has no row is known only here.
      const isRow = ({ isHere, turn, failed }: Answer) => !isHere && (turn === null || !failed);
      await read(userId, chatId, (each) => each.chatId === chatId && isRow(each), signal);
      return true;
    },
  });

/** All answers of a person that are on their way, whichever page or device asked. */
export const runningQuery = (userId: string) =>
  queryOptions({
    queryKey: runningKey(userId),
    queryFn: async ({ signal }) => {
      await read(userId, null, isRead, signal);
      return true;
    },
    staleTime: staleAfter(0),
  });

/** A tab that streams an answer tells the others its message, which is sooner there than a read of it. */
const TOLD_WITHIN_MS = 300;

/**
 * Reads answers, and tells what became of them. What has changed while they were read is newer than what was read.
 * @param isAmong Which ones of the page's the read would return.
 */
async function read(
  userId: string,
  chatId: string | null,
  isAmong: (answer: Answer) => boolean,
  signal: AbortSignal,
) {
  keepAnswersOf(userId);
  const before = currentAnswers();
  const asked = [...before.values()].filter(isAmong);
  const streamed = [...before.values()].filter(({ isHere, hasText }) => isHere && hasText);
  const known = new Map([
    ...asked.flatMap(({ id, textId: text_id, text: content }) =>
      text_id === null ? [] : [[id, { text_id, content }] as const],
    ),
    ...streamed.map(({ id }) => [id, null] as const),
  ]);
  const rows = await readOpenAnswers(chatId, known, signal);
  const isAsBefore = ({ id }: { readonly id: string }) =>
    currentAnswers().get(id) === before.get(id);
  const isGone = (each: Answer) => isAsBefore(each) && rows.every(({ id }) => id !== each.id);
  if (asked.some(isGone)) await wait(TOLD_WITHIN_MS);
  const gone = asked.filter(isGone);
  const replies = gone.length === 0 ? [] : await readMessages(gone.map(({ id }) => id));
  for (const [chatId, messages] of Map.groupBy(replies, ({ chat_id }) => chat_id))
    await upsertMessages(userId, chatId, messages);
  for (const row of rows) if (isAsBefore(row)) dispatch(userId, row.id, { type: "seen", row });
  for (const each of gone) {
    if (!isAsBefore(each)) continue;
    const message = replies.find(({ id }) => id === each.id);
    dispatch(userId, each.id, message ? { type: "stored", message } : { type: "gone" });
  }
}
