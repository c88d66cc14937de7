import type { ImportedChat } from "../../supabase/functions/_shared/contract.ts";

const MESSAGES_IN_CHAT = 50;
const START = Date.UTC(2024, 0, 1);
const WORDS = Array.from({ length: 20_000 }, (_, index) => (index * 7919).toString(36));

/** A text of about 2 kB, a question one of 200 bytes: other words each time, as people's are. */
function textOf(number: number, words: number): string {
  let text = "";
  for (let place = 0; place < words; place += 1) {
    text += `${WORDS[(number * 31 + place * (1 + (number % 97))) % WORDS.length] ?? ""} `;
  }
  return text;
}

/** So many messages in chats of fifty, question and reply in turn, as the page sends them. */
export function importedChats(messages: number): ImportedChat[] {
  return Array.from({ length: messages / MESSAGES_IN_CHAT }, (_, chat) => ({
    key: `chat-${chat}`,
    title: `Chat ${chat}`,
    createdAt: new Date(START + chat * 3_600_000).toISOString(),
    messages: Array.from({ length: MESSAGES_IN_CHAT }, (_, place) => {
      const isQuestion = place % 2 === 0;
      const number = chat * MESSAGES_IN_CHAT + place;
      return {
        key: `message-${number}`,
        role: isQuestion ? "user" : "assistant",
        content: textOf(number, isQuestion ? 40 : 700),
        createdAt: new Date(START + chat * 3_600_000 + place * 20_000).toISOString(),
        ...(!isQuestion && { replyTo: `message-${number - 1}`, providerModel: "gpt-4o" }),
      };
    }),
  }));
}
