import type { OpenAnswer, Chat, Message } from "#contract";

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
    stopped_at: null,
    follows: null,
    provider_model: null,
    asked_at: null,
    first_text_ms: null,
    took_ms: null,
    input_tokens: null,
    cached_tokens: null,
    output_tokens: null,
    context_from: null,
    asked_together: null,
    refusals: null,
    compares: null,
    compared_tokens: null,
    instructions_id: null,
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

/** A chat as the database would give it, with the parts that a test cares about. */
export function chat(parts: Partial<Chat> = {}): Chat {
  return {
    id: crypto.randomUUID(),
    user_id: "00000000-0000-4000-8000-0000000000aa",
    title: null,
    model: "chatgpt-4",
    last_message_at: null,
    last_answer_at: null,
    created_at: "2026-11-21T08:00:00+00:00",
    copied_from_chat: null,
    copied_from_message: null,
    chosen_answer: null,
    seen_at: null,
    ...parts,
  };
}

/** An answer to a question that is being written. */
export function openAnswerTo(question: Message, parts: Partial<OpenAnswer> = {}): OpenAnswer {
  return {
    id: crypto.randomUUID(),
    chat_id: question.chat_id,
    question_id: question.id,
    model: "chatgpt-4",
    status: "running",
    content: null,
    writer: parts.model ?? "chatgpt-4",
    reason: null,
    code: null,
    text_id: 1,
    asked_at: question.created_at,
    context_from: null,
    compares: null,
    compared_tokens: null,
    instructions_id: null,
    ...parts,
  };
}

/** An answer to a question that broke off before anything was written. */
export function brokenAnswerTo(question: Message, parts: Partial<OpenAnswer> = {}): OpenAnswer {
  return openAnswerTo(question, { status: "failed", ...parts });
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
