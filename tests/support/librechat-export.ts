// LibreChat's export of a chat, with as many fields as its files have.

type Json = Record<string, unknown>;
export type LibreChatMessage = Json & {
  readonly messageId: string;
  readonly parentMessageId: string;
};

/** The parent of first messages. */
export const LIBRECHAT_ROOT = "00000000-0000-0000-0000-000000000000";

/** When a message was written, so many seconds after the chat began. */
export const libreChatTime = (second: number): string =>
  new Date(Date.UTC(2024, 4, 1) + second * 1000).toISOString();

/** A message: a question where its id begins with a q. */
export function libreChatMessage(
  messageId: string,
  parentMessageId: string,
  second: number,
  more: Json = {},
): LibreChatMessage {
  const isCreatedByUser = messageId.startsWith("q");
  return {
    _id: `66326f3f${second}`,
    messageId,
    __v: 0,
    conversationId: "c1",
    createdAt: libreChatTime(second),
    updatedAt: libreChatTime(second + 1),
    endpoint: "openAI",
    error: false,
    isCreatedByUser,
    model: isCreatedByUser ? null : "gpt-4o",
    parentMessageId,
    sender: isCreatedByUser ? "User" : "GPT-4o",
    text: `Text of ${messageId}`,
    tokenCount: 5,
    unfinished: false,
    user: "64d4f005d73ef522e1f48818",
    ...more,
  };
}

/** The same messages inside each other. */
export const libreChatTree = (
  messages: readonly LibreChatMessage[],
  parent = LIBRECHAT_ROOT,
): Json[] =>
  messages.flatMap((it) =>
    it.parentMessageId === parent
      ? [{ ...it, children: libreChatTree(messages, it.messageId) }]
      : [],
  );

/** A file. */
export const libreChatFile = (messages: unknown, more: Json = {}) => ({
  conversationId: "c1",
  endpoint: "openAI",
  title: "Rome",
  exportAt: "13:18:04 GMT-0400 (Eastern Daylight Time)",
  branches: true,
  recursive: false,
  options: { presetId: null, model: "gpt-4-turbo", endpoint: "openAI", title: "Rome" },
  messages,
  ...more,
});
