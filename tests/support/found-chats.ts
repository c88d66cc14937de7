import type { FoundChat, FoundMessage } from "#features/import/found-chat.ts";

/** A chat with these messages: those of keys that begin with q are questions. */
export const foundChat = (
  key: string,
  messages: readonly (string | FoundMessage)[],
  more: Partial<FoundChat> = {},
): FoundChat => ({
  source: "chatgpt",
  key,
  title: `The chat ${key}`,
  createdAt: null,
  model: null,
  messages: messages.map((message) =>
    typeof message === "string"
      ? {
          key: message,
          role: message.startsWith("q") ? "user" : "assistant",
          content: `The text of ${message}`,
        }
      : message,
  ),
  leftOut: {},
  isBranch: false,
  notes: [],
  ...more,
});
