import { queryOptions } from "@tanstack/react-query";
import type { Message } from "#contract";
import { database } from "#lib/database.ts";
import { comparisonsKey } from "./chat-queries.ts";
import { MESSAGES_PAGE } from "./message-pages-rules.ts";

/** Reads the comparisons to these questions, which may be far from them among the messages. */
async function listComparisons(
  questionIds: readonly string[],
  signal: AbortSignal,
): Promise<readonly Message[]> {
  const client = await database();
  const query = client.from("messages").select("*").in("reply_to", questionIds);
  const written = query.not("compares", "is", null).limit(MESSAGES_PAGE);
  const { data } = await written.abortSignal(signal).throwOnError();
  return data as Message[];
}

/** The comparisons to these questions. */
export const comparisonsQuery = (userId: string, chatId: string, questionIds: readonly string[]) =>
  queryOptions({
    queryKey: [...comparisonsKey(userId, chatId), ...questionIds],
    queryFn: ({ signal }) => listComparisons(questionIds, signal),
    enabled: questionIds.length > 0,
  });
