/** What became of one question, as the person who asked it was told. */
export type Entry = {
  chatId: string;
  messageId: string;
  text: string;
  /** The question was confirmed: by an answer, or by its event in the stream. */
  acknowledged: boolean;
  /** The id of the reply that was shown as whole. */
  replyId: string | undefined;
  /** Stop was pressed: the reply may be a part of the whole. */
  stopped: boolean;
};

export type Ledger = { entries: Entry[]; deletedChats: Set<string> };

export type StoredMessage = {
  id: string;
  chat_id: string;
  content: string;
  reply_to: string | null;
};

/** The provider's whole reply to a question. */
export const wholeReplyTo = (question: string) =>
  `You asked: ${question} Here is all of the answer, from the first word to the last.`;

/**
 * Compares what people were told with what the database holds. Returns one line for each promise that was broken:
 * acknowledged messages exactly once, replies that were shown still there, nothing truncated, nothing reappeared.
 */
export function broken(ledger: Ledger, stored: readonly StoredMessage[]): string[] {
  const byId = new Map(stored.map((message) => [message.id, message]));
  const replies = Map.groupBy(stored, ({ reply_to }) => reply_to);
  return ledger.entries.flatMap((entry) => {
    const { chatId, messageId, text, acknowledged, replyId, stopped } = entry;
    const question = byId.get(messageId);
    const [reply, ...more] = replies.get(messageId) ?? [];
    if (ledger.deletedChats.has(chatId)) {
      return question || reply ? [`${text}: its deleted chat came back`] : [];
    }
    const isWhole = reply?.content === wholeReplyTo(text);
    const isPart = stopped && reply !== undefined && wholeReplyTo(text).startsWith(reply.content);
    return [
      acknowledged && question?.content !== text ? `${text}: acknowledged and not stored` : "",
      more.length > 0 ? `${text}: ${more.length + 1} replies` : "",
      reply && !isWhole && !isPart ? `${text}: a part was stored as its reply` : "",
      replyId !== undefined && reply?.id !== replyId ? `${text}: the reply shown is gone` : "",
      !stopped && acknowledged && !reply ? `${text}: never answered` : "",
    ].filter((line) => line !== "");
  });
}
