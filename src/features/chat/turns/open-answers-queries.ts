import { queryOptions } from "@tanstack/react-query";
import { upsertMessages } from "#features/chat/data/chat-cache.ts";
import { openAnswersKey, runningKey } from "#features/chat/data/chat-queries.ts";
import { readMessages, readOpenAnswers } from "#features/chat/data/open-answers-api.ts";
import { wait } from "#lib/functions-client.ts";
import { staleAfter } from "#lib/query-client.ts";
import { type Answer, isRead } from "./answer-rules.ts";
import { currentAnswers, dispatch, keepAnswersOf } from "./answers.ts";
import { answersBeingSent } from "./sending-locks.ts";

// These queries hold no answers. What they read they tell `answers.ts`.

/**
 * The answers in a chat that are no messages yet. The message of one that is no more among them is there when they are,
 * so that nothing is missing in between.
 */
export const openAnswersQuery = (userId: string, chatId: string) =>
  queryOptions({
    queryKey: openAnswersKey(userId, chatId),
    queryFn: async () => {
      await readAnswersIn(userId, chatId);
      return true;
    },
  });

/** All answers of a person that are on their way, whichever page or device asked. */
export const runningQuery = (userId: string) =>
  queryOptions({
    queryKey: runningKey(userId),
    queryFn: async () => {
      await read(userId, null, isRead);
      return true;
    },
    staleTime: staleAfter(0),
  });

/** Reads the answers in a chat that are no messages yet, and tells what became of them. */
export function readAnswersIn(userId: string, chatId: string) {
  // One that failed and has no row is known only here.
  const isRow = ({ isHere, turn, failed }: Answer) => !isHere && (turn === null || !failed);
  return read(userId, chatId, (each) => each.chatId === chatId && isRow(each));
}

/** The last one's end. Another person's do not wait for it. */
let last: { readonly userId: string; readonly ended: Promise<unknown> } | null = null;
/** Those that have not begun yet. */
const waiting = new Map<string, Promise<void>>();
/** Reads whose connection is dead hold up the others no longer. */
const WAITS_AT_MOST_MS = 10_000;

/**
 * Reads answers when the reads before have ended, so that it asks for no text that these have brought. For the same reason
 * one that has begun is not broken off, and one that has not begun serves all who want the same.
 */
function read(userId: string, chatId: string | null, isAmong: (answer: Answer) => boolean) {
  keepAnswersOf(userId);
  const key = `${userId} ${chatId}`;
  const same = waiting.get(key);
  if (same !== undefined) return same;
  const before = last?.userId === userId ? last.ended : null;
  const reading = Promise.race([before, wait(WAITS_AT_MOST_MS)]).then(() => {
    waiting.delete(key);
    return readNow(userId, chatId, isAmong);
  });
  last = { userId, ended: reading.catch(() => undefined) };
  waiting.set(key, reading);
  return reading;
}

/** A tab that streams an answer tells the others its message within this time after it has ended. */
const TOLD_WITHIN_MS = 300;
/** So often it is waited for, as long as there is such a tab. It may be asleep. */
const AWAITED_AT_MOST = 10;

/**
 * Reads answers, and tells what became of them. What has changed while they were read is newer than what was read.
 * @param isAmong Which ones of the page's the read would return.
 */
async function readNow(
  userId: string,
  chatId: string | null,
  isAmong: (answer: Answer) => boolean,
) {
  const before = currentAnswers();
  const asked = [...before.values()].filter(isAmong);
  const streamed = [...before.values()].filter(({ isHere, hasText }) => isHere && hasText);
  const known = new Map([
    // Also one whose text is not known: only what is named here is returned when it has failed.
    ...asked.map(
      ({ id, textId, text: content }) => [id, { text_id: textId ?? 0, content }] as const,
    ),
    ...streamed.map(({ id }) => [id, null] as const),
  ]);
  const rows = await readOpenAnswers(chatId, known);
  const isAsBefore = ({ id }: { readonly id: string }) =>
    currentAnswers().get(id) === before.get(id);
  for (const row of rows) if (isAsBefore(row)) dispatch(userId, row.id, { type: "seen", row });
  const isGone = (each: Answer) => isAsBefore(each) && rows.every(({ id }) => id !== each.id);
  let gone = asked.filter(isGone);
  for (let times = 0; gone.length > 0 && times < AWAITED_AT_MOST; times += 1) {
    const beingSent = await answersBeingSent();
    await wait(TOLD_WITHIN_MS);
    gone = asked.filter(isGone);
    if (gone.every(({ id }) => !beingSent.includes(id))) break;
  }
  const replies =
    gone.length === 0
      ? []
      : await readMessages(
          "id",
          gone.map(({ id }) => id),
        );
  for (const [chatId, messages] of Map.groupBy(replies, ({ chat_id }) => chat_id))
    await upsertMessages(userId, chatId, messages);
  for (const each of gone) {
    if (!isAsBefore(each)) continue;
    const message = replies.find(({ id }) => id === each.id);
    dispatch(userId, each.id, message ? { type: "stored", message } : { type: "gone" });
  }
}
