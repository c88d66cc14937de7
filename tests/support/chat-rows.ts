import type { Chat, Message } from "#contract";

/** A question as the database would give it, with the parts that a test cares about. */
export function message(parts: Partial<Message> = {}): Message {
  return {
    id: crypto.randomUUID(),
    chat_id: "00000000-0000-4000-8000-00000000c4a7",
    created_at: "2026-11-21T08:00:00+00:00",
    direction: "inbound",
    role: "user",
    content: "Hello",
    model: null,
    reply_to: null,
    answering_until: null,
    stopped_at: null,
    ...parts,
  };
}

/** The reply to a question, one second later. */
export function replyTo(question: Message, parts: Partial<Message> = {}): Message {
  return message({
    chat_id: question.chat_id,
    created_at: new Date(Date.parse(question.created_at) + 1000).toISOString(),
    direction: "outbound",
    role: "assistant",
    content: "Hello to you",
    model: "chatgpt-4",
    reply_to: question.id,
    ...parts,
  });
}

export function chat(parts: Partial<Chat> = {}): Chat {
  return {
    id: crypto.randomUUID(),
    user_id: "00000000-0000-4000-8000-0000000000aa",
    title: null,
    model: "chatgpt-4",
    last_message_at: null,
    created_at: "2026-11-21T08:00:00+00:00",
    ...parts,
  };
}

/** `count` questions a second apart, oldest first. */
export function questions(count: number): Message[] {
  const start = Date.UTC(2026, 10, 21);
  return Array.from({ length: count }, (_, index) =>
    message({
      id: `m${String(index).padStart(5, "0")}`,
      content: `Message ${index}`,
      created_at: new Date(start + index * 1000).toISOString(),
    }),
  );
}
