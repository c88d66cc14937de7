import type { EndpointName } from "#contract";

/** What a failed call says when the server gives no text. */
export const FALLBACKS = {
  create_chat: "Failed to create chat",
  update_chat: "The chat could not be renamed.",
  start_chat: "Failed to start chat",
  send_message: "Failed to send message",
  search: "The search failed.",
} as const satisfies Record<EndpointName, string>;
