// Elements of Claude's conversations.json, with as many fields as its files have.

type Json = Record<string, unknown>;

/** The parent of first messages. */
export const CLAUDE_ROOT = "00000000-0000-4000-8000-000000000000";

/** A block of text. */
export const claudeText = (text: string) => ({
  start_timestamp: "2025-11-28T17:05:49.120338Z",
  stop_timestamp: "2025-11-28T17:05:57.004811Z",
  flags: null,
  type: "text",
  text,
  citations: [],
});

/** A message. @param content its text, or its blocks */
export function claudeMessage(
  uuid: string,
  parent: string | undefined,
  sender: "human" | "assistant",
  content: string | readonly unknown[],
  more: Json = {},
) {
  const blocks = typeof content === "string" ? [claudeText(content)] : content;
  return {
    uuid,
    text: "This stands here in older files.",
    content: blocks,
    sender,
    created_at: "2025-11-28T17:05:46.423148Z",
    updated_at: "2025-11-28T17:05:58.540785Z",
    attachments: [],
    files: [],
    ...(parent !== undefined && { parent_message_uuid: parent }),
    ...more,
  };
}

/** An element of the list. */
export function claudeChat(messages: readonly unknown[], more: Json = {}) {
  return {
    uuid: "7cdf01ac-dda9-4910-982c-fd498973a1c6",
    name: "Rhubarb in the shade",
    summary: "**Conversation overview**\n\nThe person asked about rhubarb.",
    created_at: "2025-11-28T17:05:44.901212Z",
    updated_at: "2025-11-28T17:11:07.540785Z",
    account: { uuid: "1f0c9c8e-3c1b-4c44-8f0e-0d7a5a7e9b21" },
    chat_messages: messages,
    ...more,
  };
}
