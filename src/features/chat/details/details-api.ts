import { database } from "#lib/database.ts";
import type { ReplyFacts } from "./facts-rules.ts";
import type { NewestReply } from "./memory-rules.ts";

const COLUMNS =
  "id, created_at, provider_model, asked_at, first_text_ms, took_ms, input_tokens, cached_tokens, output_tokens, context_from";

/** What is known of a reply, and when its question was stored. `isWhole` is false for a reply that broke off. */
export type ReplyRecord = {
  readonly questionAt: string;
  readonly facts: ReplyFacts;
  readonly isWhole: boolean;
};

/**
 * Reads what is known of a reply, or of one that broke off. Returns null when its question is gone. Throws what the
 * database returned.
 */
export async function readReply(
  questionId: string,
  replyId: string,
  signal: AbortSignal,
): Promise<ReplyRecord | null> {
  const client = await database();
  const { data } = await client
    .from("messages")
    .select(COLUMNS)
    .in("id", [questionId, replyId])
    .abortSignal(signal)
    .throwOnError();
  const questionAt = data.find(({ id }) => id === questionId)?.created_at;
  if (questionAt === undefined) return null;
  const reply = data.find(({ id }) => id === replyId);
  if (reply !== undefined) return { questionAt, facts: reply, isWhole: true };

  const { data: openAnswers } = await client
    .from("open_answers")
    .select("id, asked_at, context_from")
    .eq("question_id", questionId)
    .abortSignal(signal)
    .throwOnError();
  const openAnswer = openAnswers.find(({ id }) => id === replyId);
  return { questionAt, facts: openAnswer ?? {}, isWhole: false };
}

/** Reads when the newest reply of a chat was stored, by which model, and where that one's memory begins. */
export async function readNewestReply(
  chatId: string,
  signal: AbortSignal,
): Promise<NewestReply | null> {
  const client = await database();
  const { data } = await client
    .from("messages")
    .select("model, created_at, context_from")
    .eq("chat_id", chatId)
    .eq("role", "assistant")
    .order("created_at", { ascending: false })
    .limit(1)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError();
  return data as NewestReply | null;
}
