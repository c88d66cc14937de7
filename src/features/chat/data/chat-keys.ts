// The keys of the caches, apart from what reads them: the first script needs the keys and not the network code.

export const chatsKey = (userId: string) => ["chats", userId] as const;
export const chatKey = (userId: string, chatId: string) => ["chat", userId, chatId] as const;
export const openAnswersKey = (userId: string, chatId: string) =>
  ["open answers", userId, chatId] as const;
export const messagesKey = (userId: string, chatId: string) =>
  ["messages", userId, chatId] as const;
