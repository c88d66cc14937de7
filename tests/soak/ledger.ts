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

/** What became of an imported chat, as its person was told. */
export type ImportEntry = {
  importId: string;
  key: string;
  /** Its messages, of which no other chat has any. */
  texts: string[];
  /** All of it was said to be here. */
  acknowledged: boolean;
  /** Undo was pressed, or was said to be done. */
  undo?: "pressed" | "done";
};

export type Ledger = { entries: Entry[]; imports: ImportEntry[]; deletedChats: Set<string> };

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
 * acknowledged messages exactly once, replies that were shown still there, nothing truncated, nothing reappeared, an import
 * once and whole, or none of it.
 */
export function broken(ledger: Ledger, stored: readonly StoredMessage[]): string[] {
  const byId = new Map(stored.map((message) => [message.id, message]));
  const replies = Map.groupBy(stored, ({ reply_to }) => reply_to);
  const counts = Map.groupBy(stored, ({ content }) => content);
  const imports = ledger.imports.flatMap(({ texts, acknowledged, undo }) => {
    const found = texts.map((text) => counts.get(text)?.length ?? 0);
    const wanted = undo === "done" ? 0 : acknowledged && undo === undefined ? 1 : undefined;
    const isBroken = found.some((count) => count > 1 || (wanted !== undefined && count !== wanted));
    return isBroken ? [`${texts[0]}: imported ${found.join(", ")} times (undo ${undo})`] : [];
  });
  const questions = ledger.entries.flatMap((entry) => {
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
  return [...imports, ...questions];
}
