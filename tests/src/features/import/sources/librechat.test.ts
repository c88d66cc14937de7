import { describe, expect, it } from "vitest";
import { readLibreChat } from "#features/import/sources/librechat.ts";
import { chatsIn, linesOf, shownChat } from "../../../../support/chat-readings.ts";
import {
  LIBRECHAT_ROOT,
  libreChatFile,
  libreChatMessage,
  libreChatTime,
  libreChatTree,
} from "../../../../support/librechat-export.ts";

const exact = (second: number) => libreChatTime(second).replace("Z", "000Z");
const read = (messages: unknown, parts: Record<string, unknown> = {}) =>
  chatsIn(readLibreChat(libreChatFile(messages, parts)));

const simple = [
  libreChatMessage("q1", LIBRECHAT_ROOT, 0),
  libreChatMessage("a1", "q1", 2),
  libreChatMessage("q2", "a1", 60),
  libreChatMessage("a2", "q2", 61),
];
const lines = [
  "user: Text of q1",
  "assistant: Text of a1",
  "user: Text of q2",
  "assistant: Text of a2",
];

describe("a chat of LibreChat", () => {
  it("has its title, its times, and the name of the model of each reply [import.librechat]", () => {
    const [chat] = read(simple);
    expect(chat).toMatchObject({
      source: "librechat",
      key: "c1",
      title: "Rome",
      createdAt: null,
      model: null,
    });
    expect(chat?.messages.slice(0, 2)).toEqual([
      { key: "q1", role: "user", content: "Text of q1", createdAt: exact(0) },
      {
        key: "a1",
        role: "assistant",
        content: "Text of a1",
        createdAt: exact(2),
        replyTo: "q1",
        providerModel: "gpt-4o",
      },
    ]);
  });

  it.each<[string, unknown]>([
    ["a list", libreChatFile(simple)],
    ["a list with its end first", libreChatFile(simple.toReversed())],
    ["a tree", libreChatFile(libreChatTree(simple), { recursive: true })],
    [
      "a tree by its own name",
      libreChatFile(undefined, { recursive: true, messagesTree: libreChatTree(simple) }),
    ],
    [
      "a tree whose messages name no parents and no times",
      libreChatFile(
        JSON.parse(
          JSON.stringify(libreChatTree(simple)).replaceAll(
            /"(parentMessageId|createdAt)":"[^"]*",/g,
            "",
          ),
        ),
      ),
    ],
    [
      "a list without the first message's parent",
      libreChatFile(simple.slice(0), { branches: false }),
    ],
    ["a list with a message twice", libreChatFile([...simple, simple[0]])],
    ["a list with what is none", libreChatFile([null, 7, [], {}, ...simple])],
  ])("may be %s [import.librechat]", (_, chat) => {
    expect(linesOf(shownChat(readLibreChat(chat)))).toEqual(lines);
  });

  it("has each path of a tree, and several replies as they were [import.paths]", () => {
    const messages = [
      ...simple,
      libreChatMessage("a1b", "q1", 3),
      libreChatMessage("q2b", "a1", 90),
      libreChatMessage("a3", "q2b", 91),
    ];
    for (const all of [messages, libreChatTree(messages)]) {
      const chats = read(all);
      expect(
        chats.map(({ key, isBranch, messages }) => [key, isBranch, messages.map(({ key }) => key)]),
      ).toEqual([
        ["c1:q2b", false, ["q1", "a1", "a1b", "q2b", "a3"]],
        ["c1", true, ["q1", "a1", "a1b", "q2", "a2"]],
      ]);
    }
  });

  it("may be a tree 50,000 messages deep [import.any-file]", () => {
    let tree: object[] = [];
    for (let index = 49_999; index >= 0; index -= 1) {
      tree = [
        {
          ...libreChatMessage(index % 2 === 0 ? `q${index}` : `a${index}`, LIBRECHAT_ROOT, index),
          children: tree,
        },
      ];
    }
    expect(read(tree)[0]?.messages).toHaveLength(50_000);
  });

  it.each<[string, Record<string, unknown>, string | undefined, object]>([
    [
      "text",
      {
        text: "",
        content: [
          { type: "text", text: "One" },
          { type: "text", text: { value: "Two" } },
        ],
      },
      "One\n\nTwo",
      {},
    ],
    [
      "thoughts and tools",
      {
        text: "",
        content: [
          { type: "think", think: "Well" },
          { type: "text", text: "", tool_call_ids: ["t"] },
          { type: "tool_call", tool_call: { id: "t", name: "search", args: "{}", output: "Rome" } },
          { type: "text", text: "In Italy." },
        ],
      },
      "In Italy.",
      { thought: 1, "tool step": 1 },
    ],
    [
      "a thought in its text",
      { text: ":::thinking\nWell\n:::\n\nIn Italy." },
      "In Italy.",
      { thought: 1 },
    ],
    [
      "a picture",
      {
        text: "",
        content: [
          { type: "text", text: "Look" },
          { type: "image_file", image_file: { file_id: "f", filepath: "/images/rome.png" } },
        ],
      },
      "Look\n\n[picture]",
      { picture: 1 },
    ],
    [
      "files beside it",
      {
        attachments: [
          { filename: "rome.png", filepath: "/images/rome.png" },
          { filename: "plan.pdf" },
        ],
      },
      "Text of a1\n\n[picture]\n[file: plan.pdf]",
      { picture: 1, file: 1 },
    ],
    [
      "what nobody knows yet",
      { text: "", content: [{ type: "hologram" }, null, { type: "text", text: "Hi" }] },
      "Hi",
      { "unknown part": 1 },
    ],
    [
      "an error only",
      { text: "", content: [{ type: "error", error: "Too many requests" }] },
      undefined,
      {},
    ],
    ["an error as its text", { error: true, text: '{"type":"no_user_key"}' }, undefined, {}],
  ])(
    "with %s has its text, and counts what is left out [import.librechat]",
    (_, parts, text, leftOut) => {
      const [chat] = read([simple[0], libreChatMessage("a1", "q1", 2, parts)]);
      expect(chat?.messages[1]?.content).toBe(text);
      expect(chat?.leftOut).toEqual(leftOut);
    },
  );

  it("counts the files of a question by kind [import.marks]", () => {
    const files = [
      { type: "image/png", filename: "rome.png", file_id: "1", width: 1 },
      { type: "application/pdf", filename: "plan.pdf" },
      { type: "video/mp4", filename: "walk.mp4" },
    ];
    const chat = shownChat(
      readLibreChat(libreChatFile([libreChatMessage("q1", LIBRECHAT_ROOT, 0, { files })])),
    );
    expect(linesOf(chat)).toEqual([
      "user: Text of q1\n\n[picture]\n[file: plan.pdf]\n[file: walk.mp4]",
    ]);
    expect(chat.leftOut).toEqual({ picture: 1, file: 1, video: 1 });
  });

  it("marks a reply that is not finished as stopped, and an agent's by its name", () => {
    const parts = { unfinished: true, model: "agent_x1", sender: "Guide" };
    expect(read([simple[0], libreChatMessage("a1", "q1", 2, parts)])[0]?.messages[1]).toMatchObject(
      { stoppedAt: exact(2), providerModel: "Guide" },
    );
    expect(
      read([simple[0], libreChatMessage("a1", "q1", 2, { model: null })])[0]?.messages[1],
    ).toMatchObject({ providerModel: "gpt-4-turbo" });
  });

  it("has no title where nobody has named it [import.librechat]", () => {
    expect(read(simple, { title: "New Chat" })[0]?.title).toBeNull();
  });
});

describe("what is no chat of LibreChat", () => {
  it.each([
    null,
    1,
    "x",
    [],
    {},
    { conversationId: "c1" },
    { messages: [] },
    { messages: [{ role: "user", content: "x" }] },
    { conversationId: 1, messages: {} },
  ])("%j is left to others", (value) => {
    expect(readLibreChat(value)).toBeNull();
  });

  it("is none where it has no message", () => {
    expect(readLibreChat(libreChatFile([]))).toEqual({ chats: [] });
  });
});
