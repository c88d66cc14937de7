/** A chat of chatbot-ui's export, with as many fields as its files have. */
export const chatbotUiChat = (messages: unknown, more: Record<string, unknown> = {}) => ({
  id: "493cb218-9ebb-4d35-af8b-5aded3f351be",
  name: "Rome",
  messages,
  model: { id: "gpt-4", name: "GPT-4", maxLength: 24_000, tokenLimit: 8_000 },
  prompt: "You are ChatGPT.",
  temperature: 1,
  folderId: null,
  ...more,
});
