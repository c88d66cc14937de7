import { describe, expect, it } from "vitest";
import { readChatbotUi } from "#features/import/sources/chatbot-ui.ts";
import { chatsIn, linesOf, shownChat } from "../../../../support/chat-readings.ts";
import { chatbotUiChat } from "../../../../support/chatbot-ui-export.ts";

const talk = [
  { role: "user", content: "Where?" },
  { role: "assistant", content: "In Italy." },
  { role: "user", content: "Since when?" },
];

describe("a chat of chatbot-ui", () => {
  it("has its name, keys by the places of its messages, and no times [import.chatbot-ui]", () => {
    expect(chatsIn(readChatbotUi(chatbotUiChat(talk)))).toEqual([
      {
        source: "chatbotui",
        key: "493cb218-9ebb-4d35-af8b-5aded3f351be",
        title: "Rome",
        createdAt: null,
        model: null,
        messages: [
          { key: "0", role: "user", content: "Where?", createdAt: null },
          {
            key: "1",
            role: "assistant",
            content: "In Italy.",
            createdAt: null,
            replyTo: "0",
            providerModel: "gpt-4",
          },
          { key: "2", role: "user", content: "Since when?", createdAt: null },
        ],
        leftOut: {},
        isBranch: false,
        notes: [],
      },
    ]);
  });

  it("keeps its keys when it has grown [import.chatbot-ui]", () => {
    const keys = (messages: unknown) =>
      chatsIn(readChatbotUi(chatbotUiChat(messages)))[0]?.messages.map(({ key }) => key);
    expect(keys([...talk, { role: "assistant", content: "753 BC" }])).toEqual([
      ...(keys(talk) ?? []),
      "3",
    ]);
  });

  it("may be one of the first version, with a number for an id and no model", () => {
    const [chat] = chatsIn(readChatbotUi({ id: 3, name: "Rome", messages: talk }));
    expect(chat?.key).toBe("3");
    expect(chat?.messages[1]).not.toHaveProperty("providerModel");
  });

  it("without an id has a key made of its name and its first message", () => {
    const key = (name: string, messages: unknown = talk) =>
      chatsIn(readChatbotUi({ name, messages }))[0]?.key;
    expect(key("Rome")).toBe(key("Rome", talk.slice(0, 2)));
    expect(key("Rome")).not.toBe(key("Athens"));
    expect(key("Rome")).not.toBe(key("Rome", talk.slice(1)));
  });

  it("leaves out the system's texts, and what is no message", () => {
    const messages = [{ role: "system", content: "Be kind." }, null, 7, { role: "user" }, ...talk];
    expect(linesOf(shownChat(readChatbotUi(chatbotUiChat(messages))))).toEqual([
      "user: Where?",
      "assistant: In Italy.",
      "user: Since when?",
    ]);
  });
});

describe("what is no chat of chatbot-ui", () => {
  it.each([
    null,
    1,
    "x",
    [],
    {},
    { name: "Rome" },
    { messages: talk },
    { id: "f", name: "New folder", type: "chat" },
    { id: "p", name: "Prompt 1", content: "" },
  ])("%j is left to others", (value) => {
    expect(readChatbotUi(value)).toBeNull();
  });

  it("is none where it has no message", () => {
    expect(readChatbotUi(chatbotUiChat([]))).toEqual({ chats: [] });
  });
});
