import { describe, expect, it } from "vitest";
import { readOpenWebUi } from "#features/import/sources/open-webui.ts";
import { chatsIn, linesOf, shownChat } from "../../../../support/chat-readings.ts";
import {
  OPEN_WEBUI_BEGIN,
  openWebUiChat,
  type OpenWebUiMessage,
  openWebUiMessage,
} from "../../../../support/open-webui-export.ts";

const at = (second: number) =>
  new Date((OPEN_WEBUI_BEGIN + second) * 1000).toISOString().replace("Z", "000Z");

type Parts = OpenWebUiMessage;
const question = (id: string, parent: string | null, second: number, parts: object = {}) =>
  openWebUiMessage(id, parent, "user", second, { ...parts });
const reply = (id: string, parent: string | null, second: number, parts: object = {}) =>
  openWebUiMessage(id, parent, "assistant", second, { ...parts });

const read = (messages: readonly Parts[], currentId: string | null = null, parts: object = {}) =>
  chatsIn(readOpenWebUi(openWebUiChat(messages, currentId, { ...parts })));

const simple = [
  question("q1", null, 0),
  reply("a1", "q1", 2),
  question("q2", "a1", 60),
  reply("a2", "q2", 61),
];

describe("a chat of Open WebUI", () => {
  it("has its title, its times in whole seconds, and the model of each reply [import.open-webui]", () => {
    const [chat] = read(simple, "a2");
    expect(chat).toMatchObject({
      source: "openwebui",
      key: "c1",
      title: "Rome",
      createdAt: at(0),
      model: null,
    });
    expect(chat?.messages).toEqual([
      { key: "q1", role: "user", content: "user q1", createdAt: at(0) },
      {
        key: "a1",
        role: "assistant",
        content: "assistant a1",
        createdAt: at(2),
        replyTo: "q1",
        providerModel: "llama3.1:latest",
      },
      { key: "q2", role: "user", content: "user q2", createdAt: at(60) },
      {
        key: "a2",
        role: "assistant",
        content: "assistant a2",
        createdAt: at(61),
        replyTo: "q2",
        providerModel: "llama3.1:latest",
      },
    ]);
  });

  it("may be an older one without the wrapper [import.open-webui]", () => {
    const { chat } = openWebUiChat(simple, "a2");
    const [older] = chatsIn(readOpenWebUi({ ...chat, id: "c9" }));
    expect(older).toMatchObject({ key: "c9", title: "Rome", createdAt: at(0) });
    expect(older?.messages).toHaveLength(4);
  });

  it("may be one of the first, a list without ids [import.open-webui]", () => {
    const list = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
    ];
    const oldest = shownChat(
      readOpenWebUi({
        id: "c1",
        user_id: "u",
        chat: { title: "T", models: ["m"], messages: list },
      }),
    );
    expect(linesOf(oldest)).toEqual(["user: Hi", "assistant: Hello"]);
    expect(oldest.messages[1]).toMatchObject({ providerModel: "m", createdAt: null });
    const bare = { id: "c0", title: "T", models: ["m"], messages: list, timestamp: 1698000000000 };
    const first = shownChat(readOpenWebUi(bare));
    expect(first).toMatchObject({
      key: "c0",
      title: "T",
      createdAt: "2023-10-22T18:40:00.000000Z",
    });
    expect(linesOf(first)).toEqual(linesOf(oldest));
  });

  it("is read as a tree: the shown path is the chat, other paths are branches, several replies stay several [import.paths]", () => {
    const chats = read(
      [
        question("q1", null, 0),
        reply("a1", "q1", 1, { model: "m1" }),
        reply("a2", "q1", 1, { model: "m2", modelIdx: 1 }),
        question("q2", "a1", 5),
        reply("a3", "q2", 6),
        question("q2b", "a1", 9),
        reply("a4", "q2b", 10),
      ],
      "a3",
    );
    expect(chats.map(({ key, isBranch }) => [key, isBranch])).toEqual([
      ["c1", false],
      ["c1:q2b", true],
    ]);
    expect(chats[0]?.messages.map(({ key, chosen }) => [key, chosen ?? false])).toEqual([
      ["q1", false],
      ["a1", true],
      ["a2", false],
      ["q2", false],
      ["a3", false],
    ]);
  });

  it.each<[string, Parts[], string | null]>([
    ["a current message that is nowhere", simple, "gone"],
    ["no current message", simple, null],
    ["children that lie", simple.map((it) => ({ ...it, childrenIds: ["a2", "q1", "gone"] })), "a2"],
    [
      "parents that only their children's lists name",
      [
        question("q1", null, 0, { childrenIds: ["a1"] }),
        reply("a1", null, 2, { parentId: undefined, childrenIds: ["q2"] }),
        question("q2", null, 60, { parentId: undefined, childrenIds: ["a2"] }),
        reply("a2", null, 61, { parentId: undefined }),
      ],
      "a2",
    ],
    ["its root last", simple.toReversed(), "a2"],
    ["no times", simple.map((it) => ({ ...it, timestamp: undefined })), "a2"],
    [
      "a text of the system first",
      [openWebUiMessage("s", null, "system", 0), question("q1", "s", 0), ...simple.slice(1)],
      "a2",
    ],
  ])("is whole with %s [import.broken-trees]", (_, messages, current) => {
    const chat = shownChat(readOpenWebUi(openWebUiChat(messages, current)));
    expect(linesOf(chat)).toEqual([
      "user: user q1",
      "assistant: assistant a1",
      "user: user q2",
      "assistant: assistant a2",
    ]);
  });

  it("begins with an assistant's message that has no question", () => {
    const [chat] = read([reply("a0", null, 0), question("q1", "a0", 2)], "q1");
    expect(chat?.messages.map(({ key, replyTo }) => [key, replyTo])).toEqual([
      ["a0", undefined],
      ["q1", undefined],
    ]);
  });

  it.each<[unknown, string | null]>([
    [undefined, null],
    [0, null],
    ["soon", null],
    [OPEN_WEBUI_BEGIN + 5, at(5)],
    [OPEN_WEBUI_BEGIN - 5, at(-5)],
    [OPEN_WEBUI_BEGIN * 1000 + 5000, at(5)],
    [4_000_000_000, "2096-10-02T07:06:40.000000Z"],
  ])(
    "gives the time %j on as it is, missing, equal, in the future or before its question's [import.given-times]",
    (timestamp, createdAt) => {
      const [chat] = read([question("q1", null, 5), reply("a1", "q1", 0, { timestamp })]);
      expect(chat?.messages.map((it) => it.createdAt)).toEqual([at(5), createdAt]);
    },
  );

  it.each([
    [null, "Rome"],
    ["", "Rome"],
    ["x".repeat(300), "x".repeat(300)],
    ["Two\nlines", "Two\nlines"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  ])(
    "gives the title %j on as it is, else that of the chat within [import.open-webui]",
    (title, expected) => {
      expect(read(simple, "a2", { title })[0]?.title).toBe(expected);
    },
  );

  it("keeps two questions in a row, the first without a reply [import.reply-nodes]", () => {
    const [chat] = read(
      [question("q1", null, 0), question("q2", "q1", 1), reply("a2", "q2", 2)],
      "a2",
    );
    expect(chat?.messages.map(({ key, replyTo }) => [key, replyTo])).toEqual([
      ["q1", undefined],
      ["q2", undefined],
      ["a2", "q2"],
    ]);
  });

  it("keeps NUL and lone surrogates, which the server removes [import.open-webui]", () => {
    const content = "a\0b\uD800c";
    expect(read([question("q1", null, 0, { content })])[0]?.messages[0]?.content).toBe(content);
  });

  it("has no title where nobody has named it [import.open-webui]", () => {
    expect(read(simple, "a2", { title: "New Chat" })[0]?.title).toBeNull();
  });

  it("marks a reply that was not finished as stopped, and has none without text [import.stopped]", () => {
    const [chat] = read(
      [
        question("q1", null, 0),
        reply("a1", "q1", 2, { done: false }),
        question("q2", "a1", 5),
        reply("a2", "q2", 6, { content: "", done: false, error: { content: "No." } }),
      ],
      "a2",
    );
    expect(chat?.messages.map(({ key, stoppedAt }) => [key, stoppedAt])).toEqual([
      ["q1", undefined],
      ["a1", at(2)],
      ["q2", undefined],
    ]);
  });
});

describe("what is no text in Open WebUI", () => {
  const replied = (content: unknown, parts: object = {}) => {
    const [chat] = read(
      [question("q1", null, 0), reply("a1", "q1", 2, { content, ...parts })],
      "a1",
    );
    return [chat?.messages[1]?.content, chat?.leftOut];
  };
  const thought =
    '<details type="reasoning" done="true" duration="3">\n<summary>Thought for 3 seconds</summary>\n&gt; Let me see.\n&gt; </details>\n</details>\n';
  const tool =
    '<details type="tool_calls" done="true" id="call_1" name="search" arguments="&quot;{}&quot;" result="&quot;Rome&quot;">\n<summary>Tool Executed</summary>\n</details>\n';
  const code =
    '<details type="code_interpreter" done="true" duration="1" output="{&quot;stdout&quot;: &quot;4&quot;}">\n<summary>Analyzed</summary>\n```python\nprint(2+2)\n```\n</details>\n';

  it.each([
    ["a thought", `${thought}In Italy.`, "In Italy.", { thought: 1 }],
    [
      "a thought in one line",
      '<details type="reasoning" done="true"><summary>Thought</summary>Well</details>255',
      "255",
      { thought: 1 },
    ],
    [
      "two in one line, and text between",
      '<details type="reasoning">a</details>One. <details type="tool_calls">b</details>Two.',
      "One. Two.",
      { thought: 1, "tool step": 1 },
    ],
    [
      "a thought that quotes such a tag",
      '<details type="reasoning" done="true" duration="3">\n> a <details type="reasoning"> in it</details> \n</details>\nYes.',
      "Yes.",
      { thought: 1 },
    ],
    [
      "a thought that never ends",
      `In Italy.\n<details type="reasoning" done="false">\n<summary>Thinking…</summary>\n> And`,
      "In Italy.",
      { thought: 1 },
    ],
    [
      "all of them, with text between",
      `${thought}First.\n${tool}\n${code}Then 4.`,
      "First.\n\nThen 4.",
      { thought: 1, "tool step": 2 },
    ],
    [
      "thoughts as their model wrote them",
      "<think>\nWell\n</think>\n\nIn Italy.",
      "In Italy.",
      { thought: 1 },
    ],
    [
      "pictures in the text itself",
      "See ![Rome](data:image/png;base64,iVBOR) and ![it](/api/v1/files/1/content).",
      "See [picture] and [picture].",
      { picture: 2 },
    ],
  ])("%s is left out and counted [import.open-webui]", (_, content, text, leftOut) => {
    expect(replied(content)).toEqual([text, leftOut]);
  });

  it("keeps details that the reply itself has, and pictures of the web", () => {
    const own =
      "<details>\n<summary>More</summary>\nText\n</details>\n![Rome](https://example.com/rome.png)";
    expect(replied(own)).toEqual([own, {}]);
    expect(replied(`${thought}${own}`)).toEqual([own, { thought: 1 }]);
  });

  const output = [
    {
      type: "reasoning",
      id: "r",
      status: "completed",
      content: [{ type: "output_text", text: "Well" }],
      summary: null,
      duration: 3,
    },
    { type: "function_call", id: "f", call_id: "f", name: "search", arguments: "{}" },
    { type: "function_call_output", call_id: "f", output: [{ type: "input_text", text: "Rome" }] },
    {
      type: "message",
      id: "m",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "In Italy." }],
    },
  ];
  it("is recognized by the parts of newer messages, unless the reply was edited since [import.open-webui]", () => {
    expect(replied(`${thought}${tool}In Italy.`, { output })).toEqual([
      "In Italy.",
      { thought: 1, "tool step": 1 },
    ]);
    expect(replied("", { output })).toEqual(["In Italy.", { thought: 1, "tool step": 1 }]);
    expect(replied("In Latium.", { output, originalContent: "In Italy." })).toEqual([
      "In Latium.",
      {},
    ]);
    expect(replied(`${thought}In Italy.`, { output: [] })).toEqual(["In Italy.", { thought: 1 }]);
  });

  it("has a mark where files and pictures were [import.marks]", () => {
    const files = [
      { type: "image", url: "data:image/png;base64,iVBOR" },
      { type: "file", name: "plan.pdf", id: "f", file: {} },
      { type: "collection", name: "Trips" },
    ];
    const chat = shownChat(
      readOpenWebUi(
        openWebUiChat(
          [
            question("q1", null, 0, { files }),
            question("q2", "q1", 1, {
              content: [
                { type: "text", text: "Here" },
                { type: "image_url", image_url: { url: "x" } },
              ],
            }),
          ],
          null,
        ),
      ),
    );
    expect(linesOf(chat)).toEqual([
      "user: user q1\n\n[picture]\n[file: plan.pdf]\n[file: Trips]",
      "user: Here\n\n[picture]",
    ]);
    expect(chat.leftOut).toEqual({ picture: 2, file: 2 });
  });

  it("is found quickly in a text of nothing but beginnings", () => {
    for (const content of [
      '<details type="reasoning"'.repeat(200_000),
      "</details>".repeat(200_000),
      "![](data:".repeat(400_000),
      "<think>".repeat(200_000),
    ]) {
      const start = performance.now();
      replied(content);
      expect(performance.now() - start).toBeLessThan(5_000);
    }
  });
});

describe("what is no chat of Open WebUI", () => {
  it.each([
    null,
    1,
    "x",
    [],
    {},
    { id: "1" },
    { history: [] },
    { chat: {} },
    { mapping: {} },
    { messages: [{ role: "user" }] },
    { title: "T", history: { messages: [] } },
  ])("%j is left to others", (value) => {
    expect(readOpenWebUi(value)).toBeNull();
  });

  it("is none where it has no message", () => {
    expect(readOpenWebUi(openWebUiChat([], null))).toEqual({ chats: [] });
  });
});
