import type { ChatReading, FoundChat } from "#features/import/found-chat.ts";

/** The chats of an element that could be read. */
export function chatsIn(reading: ChatReading | null): readonly FoundChat[] {
  if (reading === null || !("chats" in reading)) throw new Error("No chat was read.");
  return reading.chats;
}

/** The chat of an element that was last shown. */
export function shownChat(reading: ChatReading | null): FoundChat {
  const [chat] = chatsIn(reading);
  if (chat === undefined) throw new Error("No chat was read.");
  return chat;
}

/** Who wrote what in a chat, one message a line: `user: Where is Rome?`. */
export const linesOf = ({ messages }: FoundChat): string[] =>
  messages.map(({ role, content }) => `${role}: ${content}`);
