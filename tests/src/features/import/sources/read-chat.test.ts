import { describe, expect, it } from "vitest";
import { jsonElements } from "#features/import/json-elements.ts";
import { readElement } from "#features/import/sources/read-chat.ts";
import { chatbotUiChat } from "../../../../support/chatbot-ui-export.ts";
import { chatGptChat } from "../../../../support/chatgpt-export.ts";
import { CLAUDE_ROOT, claudeChat, claudeMessage } from "../../../../support/claude-export.ts";
import {
  LIBRECHAT_ROOT,
  libreChatFile,
  libreChatMessage,
} from "../../../../support/librechat-export.ts";
import { openWebUiChat, openWebUiMessage } from "../../../../support/open-webui-export.ts";

const CHATS: Readonly<Record<string, unknown>> = {
  chatgpt: chatGptChat([["q1", null, { role: "user", content: "Where?" }]]),
  claude: claudeChat([claudeMessage("q1", CLAUDE_ROOT, "human", "Where?")]),
  openwebui: openWebUiChat([openWebUiMessage("q1", null, "user", 0)], "q1"),
  librechat: libreChatFile([libreChatMessage("q1", LIBRECHAT_ROOT, 0)]),
  chatbotui: chatbotUiChat([{ role: "user", content: "Where?" }]),
  quartet: {
    source: "quartet",
    id: "c1",
    mapping: { q1: { message: { author: { role: "user" }, content: { parts: ["Where?"] } } } },
  },
};

/** What is found in a file: of each chat its source, of what cannot be read its title. */
async function foundIn(file: string) {
  const found: unknown[] = [];
  for await (const element of jsonElements(new Blob([file]).stream())) {
    const reading = "value" in element ? readElement(element.value) : element;
    if (reading === null) found.push(null);
    else if ("chats" in reading) found.push(...reading.chats.map(({ source }) => source));
    else found.push("title" in reading ? { title: reading.title } : reading);
  }
  return found;
}

describe("whose a chat is", () => {
  it("is decided for each chat, and not by the first element alone [import.source]", async () => {
    const strange = [
      null,
      {},
      [],
      7,
      "x",
      { projects: [] },
      { uuid: "u", full_name: "P", email_address: "p@example.com" },
    ];
    const sources = Object.keys(CHATS);
    const list = [
      ...strange,
      ...Object.values(CHATS),
      ...strange,
      ...Object.values(CHATS).toReversed(),
    ];
    expect(await foundIn(JSON.stringify(list))).toEqual([
      ...strange.map(() => null),
      ...sources,
      ...strange.map(() => null),
      ...sources.toReversed(),
    ]);
  });

  it.each(Object.entries(CHATS))(
    "is %s, of a chat alone in its file, and in a list of chats [import.source]",
    async (source, chat) => {
      expect(await foundIn(JSON.stringify(chat))).toEqual([source]);
      expect(
        await foundIn(
          JSON.stringify(
            {
              version: 4,
              history: [chat],
              folders: [{ id: "f", name: "F", type: "chat" }],
              prompts: [],
            },
            null,
            2,
          ),
        ),
      ).toEqual([source]);
    },
  );

  it("one broken chat among good ones is named, and of a truncated file the whole chats are read [import.source]", async () => {
    const good = JSON.stringify(CHATS["claude"]);
    const broken = [
      { mapping: 7, title: "A" },
      { chat_messages: null, name: "B" },
    ];
    const empty = [
      openWebUiChat([], null),
      libreChatFile([]),
      chatbotUiChat([]),
      { source: "quartet", mapping: {} },
    ];
    const list = [...broken, ...empty].map((chat) => JSON.stringify(chat)).join(`,${good},`);
    const named = broken.flatMap(({ title, name }) => [{ title: title ?? name }, "claude"]);
    const expected = [...named, ...empty.slice(1).map(() => "claude")];
    expect(await foundIn(`[${list}]`)).toEqual(expected);
    const cut = `[${list},${good.slice(0, 200)}`;
    expect(await foundIn(cut)).toEqual([
      ...expected,
      { title: "Rhubarb in the shade" },
      { note: expect.any(String) },
    ]);
  });
});
