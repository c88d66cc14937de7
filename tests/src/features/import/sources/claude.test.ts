import { describe, expect, it, test } from "vitest";
import { readClaude } from "#features/import/sources/claude.ts";
import { chatsIn, linesOf, shownChat } from "../../../../support/chat-readings.ts";
import {
  CLAUDE_ROOT,
  claudeChat,
  claudeMessage,
  claudeText,
} from "../../../../support/claude-export.ts";

const QUESTION = claudeMessage("q1", CLAUDE_ROOT, "human", "Does rhubarb grow in shade?");

/** A chat of a question and one reply. */
const chatOf = (blocks: string | readonly unknown[], more: Record<string, unknown> = {}) =>
  claudeChat([QUESTION, claudeMessage("a1", "q1", "assistant", blocks, more)]);
const replyOf = (blocks: string | readonly unknown[], more: Record<string, unknown> = {}) => {
  const { messages, leftOut } = shownChat(readClaude(chatOf(blocks, more)));
  return { content: messages[1]?.content, leftOut };
};
/** A chat of one question. */
const questionOf = (blocks: string | readonly unknown[], more: Record<string, unknown> = {}) => {
  const reading = readClaude(claudeChat([claudeMessage("q1", CLAUDE_ROOT, "human", blocks, more)]));
  const { messages, leftOut } = shownChat(reading);
  return { content: messages[0]?.content, leftOut };
};

const toolUse = (name: string, input: unknown) => ({
  start_timestamp: "2025-11-28T17:05:49.120338Z",
  stop_timestamp: "2025-11-28T17:05:51.004811Z",
  flags: null,
  type: "tool_use",
  id: "toolu_01A09q90qw90lq917835lq9",
  name,
  input,
  message: null,
  integration_name: null,
  integration_icon_url: null,
  context: null,
  display_content: null,
  approval_options: null,
  approval_key: null,
  is_mcp_app: null,
});
const toolResult = (name: string, text: string) => ({
  start_timestamp: null,
  stop_timestamp: null,
  flags: null,
  type: "tool_result",
  tool_use_id: "toolu_01A09q90qw90lq917835lq9",
  name,
  content: [{ type: "text", text, uuid: "0f6f6a55-64ce-4f0f-b1e6-f7c7b8d6a4a0" }],
  is_error: false,
  structured_content: null,
  meta: null,
  message: null,
  display_content: null,
});

describe("a chat of Claude", () => {
  it("has its name, times, and the text of its blocks [import.claude]", () => {
    expect(shownChat(readClaude(chatOf("In half shade.")))).toEqual({
      source: "claude",
      key: "7cdf01ac-dda9-4910-982c-fd498973a1c6",
      title: "Rhubarb in the shade",
      createdAt: "2025-11-28T17:05:44.901212Z",
      model: null,
      messages: [
        {
          key: "q1",
          role: "user",
          content: "Does rhubarb grow in shade?",
          createdAt: "2025-11-28T17:05:46.423148Z",
        },
        {
          key: "a1",
          role: "assistant",
          content: "In half shade.",
          createdAt: "2025-11-28T17:05:46.423148Z",
          replyTo: "q1",
        },
      ],
      leftOut: {},
      isBranch: false,
      notes: [],
    });
  });

  it("leaves out thinking and tools, and counts them [import.claude]", () => {
    const reply = replyOf([
      {
        start_timestamp: "2025-11-28T17:05:46.000000Z",
        stop_timestamp: "2025-11-28T17:05:48.000000Z",
        flags: null,
        type: "thinking",
        thinking: "The person gardens.",
        summaries: [{ summary: "Thinking about shade." }],
        cut_off: false,
        alternative_display_type: null,
        signature: null,
      },
      claudeText("Let me look."),
      { type: "token_budget", start_timestamp: null, stop_timestamp: null, flags: null },
      toolUse("web_search", { query: "rhubarb shade" }),
      toolResult("web_search", "Rhubarb takes half shade."),
      { type: "redacted_thinking", data: "…" },
      claudeText("In half shade."),
      { type: "flag", flag: "x" },
    ]);
    expect(reply).toEqual({
      content: "Let me look.\n\nIn half shade.",
      leftOut: { thought: 2, "tool step": 1, "unknown part": 1 },
    });
  });

  it("reads text only where there are no blocks, and never says that a block is not supported [import.claude]", () => {
    const fence = "```\nThis block is not supported on your current device yet.\n```";
    const text = `Let me look.\n${fence}\n\n${fence}\n\nIn half shade.`;
    const whole = { content: "Let me look.\nIn half shade.", leftOut: { "unknown part": 2 } };
    for (const content of [[], undefined, null, "x"])
      expect(replyOf("", { content, text })).toEqual(whole);
    expect(replyOf([claudeText(text)], { text: "Not this." })).toEqual(whole);
    expect(replyOf("", { content: [], text: fence }).content).toBeUndefined();
    expect(questionOf("    indented\n")).toEqual({ content: "    indented\n", leftOut: {} });
  });

  it("has what stands in artifacts as text [import.canvas]", () => {
    const artifact = (input: object) =>
      toolUse("artifacts", { id: "plan", version_uuid: "v1", ...input });
    const reply = replyOf([
      claudeText("Here is a plan."),
      artifact({
        command: "create",
        type: "text/markdown",
        title: "Beds",
        content: "# Beds\n\nNorth.",
      }),
      toolResult("artifacts", "OK"),
      artifact({
        id: "code",
        command: "create",
        type: "application/vnd.ant.code",
        language: "python",
        title: "Count",
        content: "n = 1",
      }),
      artifact({ id: "code", command: "update", old_str: "n = 1", new_str: "n = 2" }),
      artifact({ id: "page", command: "create", type: "text/html", content: "<p>Hi</p>" }),
      artifact({
        id: "app",
        command: "rewrite",
        type: "application/vnd.ant.react",
        title: "App",
        content: "<App/>",
      }),
      artifact({ command: "delete" }),
      toolUse("create_file", {
        path: "/mnt/user-data/outputs/beds.md",
        file_text: "# South",
        description: "x",
      }),
      toolUse("create_file", { path: "/mnt/user-data/outputs/run.py", file_text: "run()" }),
      toolUse("create_file", { path: "/home/claude/notes.md", file_text: "For myself." }),
    ]);
    expect(reply).toEqual({
      content: [
        "Here is a plan.",
        "**Beds**\n\n# Beds\n\nNorth.",
        "**Count**\n\n```python\nn = 1\n```",
        "**Count**\n\n```python\nn = 2\n```",
        "```html\n<p>Hi</p>\n```",
        "**App**\n\n```jsx\n<App/>\n```",
        "**beds.md**\n\n# South",
        "**run.py**\n\n```py\nrun()\n```",
      ].join("\n\n"),
      leftOut: { "tool step": 2 },
    });
  });

  it("of 2024 leaves out thoughts within a text, and shows the artifacts there like others [import.claude] [import.canvas]", () => {
    const older = [
      "<antThinking>A list will do.</antThinking>Here are two.",
      '<antArtifact identifier="beds" type="text/markdown" title="Beds > 1">\n# Beds\n\nNorth.\n</antArtifact>',
      "<antThinking>Now\n\nthe count.</antThinking>",
      '<antArtifact identifier="count" type="application/vnd.ant.code" language="python" title="Count">\nn = 1\n</antArtifact>',
      "`<antThinking>` is a tag. So is </antThinking>.",
      "<antThinking>This never ends",
    ].join("\n\n");
    expect(replyOf([{ type: "text", text: older }])).toEqual({
      content: [
        "Here are two.",
        "**Beds > 1**\n\n# Beds\n\nNorth.",
        "**Count**\n\n```python\nn = 1\n```",
        "`<antThinking>` is a tag. So is </antThinking>.",
        "<antThinking>This never ends",
      ].join("\n\n"),
      leftOut: { thought: 2 },
    });
    expect(questionOf(older)).toEqual({ content: older, leftOut: {} });
  });

  it("is read quickly where a text is nothing but beginnings of such parts [import.any-file]", () => {
    const thoughts = "<antThinking>\n".repeat(300_000);
    expect(replyOf(`${thoughts}</antThinking>${thoughts}`).leftOut).toEqual({ thought: 1 });
    const artifacts = '<antArtifact title="\n'.repeat(300_000);
    expect(replyOf(`${artifacts}</antArtifact>${artifacts}`).leftOut).toEqual({});
  });

  it("has pasted texts, and names pictures and files [import.marks]", () => {
    const attachment = (file_name: unknown, extracted_content: unknown) => ({
      id: "8b0f7f0e-8a53-4d05-a3b8-0d7e7f0a2c11",
      file_name,
      file_size: 1200,
      file_type: "txt",
      extracted_content,
      created_at: "2025-11-28T17:05:46.423148Z",
    });
    const file = (file_name: string, file_kind: string) => ({
      file_kind,
      file_uuid: "d1c813c4",
      file_name,
      success: true,
      created_at: "2025-11-28T17:05:46Z",
    });
    expect(
      questionOf("", {
        content: [],
        text: "",
        attachments: [attachment("", "A long text."), attachment("paste.txt", "Another.")],
      }),
    ).toEqual({
      content: "A long text.\n\nAnother.",
      leftOut: {},
    });
    expect(
      questionOf("Look.", {
        attachments: [
          attachment("plan.pdf", "Beds: three."),
          attachment("empty.docx", ""),
          attachment(null, null),
        ],
        files: [{ file_name: "ignored.png" }],
        files_v2: [
          file("bed.heic", "image"),
          file("clip.bin", "image"),
          file("plan.pdf", "document"),
          file("data.csv", "blob"),
        ],
      }),
    ).toEqual({
      content:
        "Look.\n\n[file: plan.pdf]\n\nBeds: three.\n\n[file: empty.docx]\n\n[file]\n\n[picture]\n\n[picture]\n\n[file: data.csv]",
      leftOut: { file: 3, picture: 2 },
    });
    expect(
      questionOf("Look.", { files: [{ file_name: "bed.JPG" }, { file_name: "a.zip" }, null] }),
    ).toEqual({
      content: "Look.\n\n[picture]\n\n[file: a.zip]\n\n[file]",
      leftOut: { file: 2, picture: 1 },
    });
    expect(questionOf([{ type: "image", source: {} }, claudeText("Look.")]).content).toBe(
      "[picture]\n\nLook.",
    );
    expect(questionOf([{ type: "voice_note", title: "Note", text: "Said so." }])).toEqual({
      content: "Said so.",
      leftOut: { "voice message": 1 },
    });
  });

  it("keeps what was abandoned as a chat of its own, and several replies as replies [import.paths]", () => {
    const at = (second: number) => ({ created_at: `2025-11-28T17:06:0${second}.000000Z` });
    const chat = claudeChat([
      claudeMessage("q1", CLAUDE_ROOT, "human", "Shade?", at(0)),
      claudeMessage("a1", "q1", "assistant", "No.", at(1)),
      claudeMessage("a2", "q1", "assistant", "Half.", at(2)),
      claudeMessage("q2", "a2", "human", "Soil?", at(3)),
      claudeMessage("a3", "q2", "assistant", "Rich.", at(4)),
      claudeMessage("q3", CLAUDE_ROOT, "human", "Sun?", at(5)),
      claudeMessage("a4", "q3", "assistant", "Yes.", at(6)),
    ]);
    const seen = (value: unknown) =>
      chatsIn(readClaude(value)).map((it) => [it.key.slice(37), it.isBranch, linesOf(it)]);
    const first = [
      "user: Shade?",
      "assistant: No.",
      "assistant: Half.",
      "user: Soil?",
      "assistant: Rich.",
    ];
    const second = ["user: Sun?", "assistant: Yes."];
    expect(seen(chat)).toEqual([
      ["q3", false, second],
      ["", true, first],
    ]);
    expect(seen({ ...chat, current_leaf_message_uuid: "a3" })).toEqual([
      ["", false, first],
      ["q3", true, second],
    ]);
    expect(
      shownChat(readClaude({ ...chat, current_leaf_message_uuid: "a3" })).messages[2]?.chosen,
    ).toBe(true);
  });

  it("of an older file without parents is in the order of the file [import.claude]", () => {
    const older = claudeChat([
      claudeMessage("q1", undefined, "human", "Shade?"),
      claudeMessage("a1", undefined, "assistant", "Half."),
      null,
      claudeMessage("a1", undefined, "assistant", "Twice."),
      claudeMessage("q2", undefined, "human", "Soil?"),
      { sender: "assistant", text: "Rich." },
    ]);
    expect(chatsIn(readClaude(older)).map(linesOf)).toEqual([
      ["user: Shade?", "assistant: Half.", "user: Soil?", "assistant: Rich."],
    ]);
  });

  it("says which model wrote and which replies were stopped, where the file does [import.stopped]", () => {
    const stopped = chatOf("In ha", { stop_reason: "user_canceled" });
    const [, reply] = shownChat(
      readClaude({ ...stopped, model: "claude-sonnet-4-5-20250929" }),
    ).messages;
    expect(reply).toMatchObject({
      providerModel: "claude-sonnet-4-5-20250929",
      stoppedAt: "2025-11-28T17:05:58.540785Z",
    });
  });

  it("keeps names and texts as they are, and drops invalid times [import.claude]", () => {
    const name = "<b>two</b>\nlines ".repeat(30);
    const text = "NUL \0 and half \uD83D of a pair <script>alert(1)</script>";
    const chat = shownChat(
      readClaude({ ...chatOf(text, { created_at: "soon" }), name, created_at: 0 }),
    );
    expect(chat).toMatchObject({ title: name, createdAt: null });
    expect(chat.messages[1]).toMatchObject({ content: text, createdAt: null });
    expect(shownChat(readClaude({ ...chatOf("x"), name: null })).title).toBeNull();
    expect(shownChat(readClaude({ ...chatOf("x"), name: "" })).title).toBe("");
  });

  test.each([
    null,
    5,
    "x",
    [],
    {},
    { uuid: "u", full_name: "A", email_address: "a@x.example" },
    { uuid: "p", name: "A project", docs: [] },
    { mapping: {} },
  ])("is not %j [import.claude]", (value) => {
    expect(readClaude(value)).toBeNull();
  });

  it("without readable messages is named with the problem [import.claude]", () => {
    expect(readClaude({ name: "Broken", chat_messages: {} })).toEqual({
      problem: "Its messages cannot be read.",
      title: "Broken",
    });
    expect(readClaude(claudeChat([], { name: "Empty" }))).toEqual({ chats: [] });
  });
});
