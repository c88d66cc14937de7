import { describe, expect, it } from "vitest";
import { importedChat } from "#contract";
import { jsonFormat } from "#features/chat/export/format-rules.ts";
import { pathNodesOf } from "#features/chat/export/message-tree-rules.ts";
import type { ChatReading } from "#features/import/found-chat.ts";
import { readChatbotUi } from "#features/import/sources/chatbot-ui.ts";
import { readChatGpt } from "#features/import/sources/chatgpt.ts";
import { readClaude } from "#features/import/sources/claude.ts";
import { readLibreChat } from "#features/import/sources/librechat.ts";
import { readOpenWebUi } from "#features/import/sources/open-webui.ts";
import { readQuartet } from "#features/import/sources/quartet.ts";
import { readElement } from "#features/import/sources/read-chat.ts";
import { chat as chatRow } from "../../../../support/chat-rows.ts";
import { chatbotUiChat } from "../../../../support/chatbot-ui-export.ts";
import { CHATGPT_BEGIN, chatGptChat } from "../../../../support/chatgpt-export.ts";
import {
  CLAUDE_ROOT,
  claudeChat,
  claudeMessage,
  claudeText,
} from "../../../../support/claude-export.ts";
import {
  LIBRECHAT_ROOT,
  libreChatFile,
  libreChatMessage,
  libreChatTree,
} from "../../../../support/librechat-export.ts";
import { openWebUiChat, openWebUiMessage } from "../../../../support/open-webui-export.ts";
import { exported } from "../../chat/export/exported-history.ts";

const at = (seconds: number) => ({ time: CHATGPT_BEGIN + seconds });
const CITE = "\uE200cite\uE202turn0search0\uE201";

const OWN_MESSAGES = [
  exported("q1", 0),
  exported("a1", 1, { reply_to: "q1", stopped_at: "2026-11-21T00:00:02Z", instructions_id: "v1" }),
  exported("a2", 2, { reply_to: "q1", model: null, provider_model: "gpt-4o" }),
  exported("b1", 3, { reply_to: "q1", compares: ["a1", "a2"] }),
];
const ownNodes = pathNodesOf(OWN_MESSAGES, "a1");
const ownMessage = (id: string) => OWN_MESSAGES.find((it) => it.id === id) ?? exported(id, 0);

/** Chats with something in each field that a source's reader looks at. */
const CHATGPT = chatGptChat([
  ["root", null, null],
  [
    "q1",
    "root",
    {
      role: "user",
      content: [{ content_type: "image_asset_pointer", asset_pointer: "sediment://f" }, "Look."],
      ...at(0),
      metadata: { attachments: [{ name: "a.pdf", mime_type: "application/pdf" }] },
    },
  ],
  [
    "t1",
    "q1",
    {
      content: { content_type: "thoughts", thoughts: [{ summary: "Hm", content: "Hm" }] },
      ...at(1),
    },
  ],
  [
    "c1",
    "t1",
    {
      content: {
        content_type: "code",
        language: "json",
        text: '{"name":"N","type":"code/js","content":"x","updates":[{"replacement":"y"}]}',
      },
      recipient: "canmore.create_textdoc",
      ...at(2),
    },
  ],
  [
    "r1",
    "c1",
    {
      role: "tool",
      content: "ok",
      metadata: {
        canvas: { title: "N", textdoc_type: "document" },
        search_result_groups: [
          {
            entries: [
              {
                url: "https://a.example/",
                ref_id: { turn_index: 0, ref_type: "search", ref_index: 0 },
              },
            ],
          },
        ],
        aggregate_result: { messages: [{ message_type: "image" }] },
        chatgpt_sdk: { widget_state: '{"report_message":{"content":{"parts":["R"]}}}' },
      },
    },
  ],
  [
    "a1",
    "r1",
    {
      content: `Yes.${CITE}【1†source】 [x](sandbox:/y)`,
      ...at(3),
      metadata: {
        content_references: [
          {
            matched_text: CITE,
            items: [
              { url: "https://b.example/", supporting_websites: [{ url: "https://c.example/" }] },
            ],
            safe_urls: ["https://d.example/"],
            fallback_items: [{ url: "https://e.example/" }],
          },
        ],
        citations: [{ metadata: { url: "https://f.example/", extra: { cited_message_idx: 1 } } }],
        finish_details: { type: "interrupted" },
      },
    },
  ],
  [
    "a2",
    "q1",
    {
      content: [
        { content_type: "audio_transcription", text: "Said." },
        {
          content_type: "real_time_user_audio_video_asset_pointer",
          audio_asset_pointer: {},
          frames_asset_pointers: ["f"],
        },
      ],
      ...at(4),
    },
  ],
  ["q2", "a1", { role: "user", content: "And?", ...at(5) }],
]);
const CLAUDE = claudeChat(
  [
    claudeMessage("q1", CLAUDE_ROOT, "human", "Look.", {
      attachments: [{ file_name: "a.pdf", extracted_content: "A" }],
      files_v2: [{ file_name: "b.png", file_kind: "image" }],
    }),
    claudeMessage(
      "a1",
      "q1",
      "assistant",
      [
        { type: "thinking", thinking: "Hm" },
        claudeText("Yes."),
        {
          type: "tool_use",
          name: "artifacts",
          input: { id: "i", type: "text/html", title: "T", content: "<p>" },
        },
        {
          type: "tool_use",
          name: "create_file",
          input: { path: "/mnt/user-data/outputs/a.md", file_text: "A" },
        },
        { type: "tool_result", name: "artifacts", content: [{ type: "text", text: "OK" }] },
      ],
      { stop_reason: "user_canceled" },
    ),
    claudeMessage("q2", "q1", "human", "And?", { files: [{ file_name: "c.zip" }] }),
  ],
  { model: "claude-x", current_leaf_message_uuid: "q2" },
);

const OPEN_WEBUI = openWebUiChat(
  [
    openWebUiMessage("s", null, "system", 0),
    openWebUiMessage("q1", "s", "user", 1, {
      files: [
        { type: "image", url: "data:" },
        { type: "file", name: "a.pdf" },
      ],
    }),
    openWebUiMessage("a1", "q1", "assistant", 2, {
      content:
        '<details type="reasoning" done="true">\n> Hm\n</details>\nYes. ![x](data:image/png;base64,A)',
      childrenIds: ["q2"],
    }),
    openWebUiMessage("a2", "q1", "assistant", 2, {
      content: [{ type: "text", text: "Yes." }],
      done: false,
      output: [
        { type: "reasoning", content: [{ type: "output_text", text: "Hm" }] },
        { type: "function_call", name: "search" },
        { type: "message", content: [{ type: "output_text", text: "Yes." }] },
      ],
    }),
    openWebUiMessage("q2", "a1", "user", 3, { content: [{ type: "text", text: "And?" }] }),
  ],
  "q2",
);
const LIBRECHAT = libreChatFile(
  libreChatTree([
    libreChatMessage("q1", LIBRECHAT_ROOT, 0, {
      files: [{ type: "image/png", filename: "a.png" }],
    }),
    libreChatMessage("a1", "q1", 1, {
      content: [
        { type: "think", think: "Hm" },
        { type: "tool_call", tool_call: { name: "search" } },
        { type: "text", text: { value: "Yes." } },
        { type: "image_file", image_file: {} },
      ],
      attachments: [{ filename: "b.csv" }],
      unfinished: true,
    }),
    libreChatMessage("a2", "q1", 2, { text: ":::thinking\nHm\n:::\nYes.", model: "agent_1" }),
    libreChatMessage("q2", "a1", 3),
  ]),
);
const CHATBOT_UI = chatbotUiChat([
  { role: "system", content: "Be kind." },
  { role: "user", content: "Where?" },
  { role: "assistant", content: [{ type: "text", text: "Here." }, { type: "image_url" }] },
]);
const OWN = JSON.parse(
  `${jsonFormat.beginChat(chatRow({ id: "c1", title: "Rome" }), ownNodes, true)}${ownNodes
    .map((node) => jsonFormat.message(ownMessage(node.id), node, "Be brief."))
    .join("")}}}]`,
) as readonly unknown[];

const nested = (depth: number): unknown =>
  JSON.parse(`${'{"parent":['.repeat(depth)}1${"]}".repeat(depth)}`);
const STRANGE: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1e300,
  NaN,
  "",
  "\uD800\0\uE200",
  "9".repeat(500),
  [],
  [null, [null], {}],
  {},
  { toString: null, length: -1 },
  JSON.parse('{"__proto__":{"content":5},"constructor":null}'),
  nested(50_000),
];

/** The value with one field, at whatever depth, replaced by each strange value in turn, or left out. */
function* mutationsOf(
  value: unknown,
  rebuild: (changed: unknown) => unknown = (it) => it,
): Generator {
  if (typeof value !== "object" || value === null) return;
  for (const [key, field] of Object.entries(value)) {
    const changedTo = (changed: unknown) => {
      if (Array.isArray(value)) return rebuild(value.with(Number(key), changed));
      return rebuild({ ...value, [key]: changed });
    };
    for (const strange of STRANGE) yield changedTo(strange);
    const entries = Object.entries(value).filter(([other]) => other !== key);
    yield rebuild(
      Array.isArray(value) ? entries.map(([, it]) => it as unknown) : Object.fromEntries(entries),
    );
    yield* mutationsOf(field, changedTo);
  }
}

/** What the server would say of the chats of a reading, and what else is wrong with them. */
function faultsIn(reading: ChatReading | null): unknown[] {
  if (reading === null) return [];
  if (!("chats" in reading)) {
    const isTold =
      reading.problem !== "" && (reading.title === null || typeof reading.title === "string");
    return isTold ? [] : [reading];
  }
  const shown = reading.chats.filter(({ isBranch }) => !isBranch);
  // Without a message it is none.
  const isOrdered = shown.length <= 1 && reading.chats[0] === shown[0];
  const keys = reading.chats.map(({ key }) => key);
  const areDifferent = new Set(keys).size === keys.length;
  return [
    ...(isOrdered && areDifferent ? [] : [keys]),
    ...reading.chats.flatMap((chat) => {
      const parsed = importedChat.safeParse(chat);
      const counts = Object.values(chat.leftOut).filter((count) => !(count > 0));
      const empty = chat.messages.filter(({ content }) => content === "");
      return [...(parsed.error?.issues ?? []), ...counts, ...empty];
    }),
  ];
}

describe.each([
  ["ChatGPT", readChatGpt, CHATGPT],
  ["Claude", readClaude, CLAUDE],
  ["Open WebUI", readOpenWebUi, OPEN_WEBUI],
  ["LibreChat", readLibreChat, LIBRECHAT],
  ["chatbot-ui", readChatbotUi, CHATBOT_UI],
  ["our own export", readQuartet, OWN[0]],
] as const)("a chat of %s", (_source, read, chat) => {
  it("is read with anything in any one field, and the server takes the result [import.any-file]", () => {
    expect(read(chat)).toHaveProperty("chats");
    let mutations = 0;
    const faulty: unknown[] = [];
    for (const mutated of mutationsOf(chat)) {
      mutations += 1;
      const faults = [...faultsIn(read(mutated)), ...faultsIn(readElement(mutated))];
      if (faults.length > 0) faulty.push({ mutated, faults });
    }
    expect(faulty.slice(0, 3)).toEqual([]);
    expect(mutations).toBeGreaterThan(300);
  });
});

it("100,000 messages in 2,000 chats are read in seconds [import.any-file]", () => {
  const text = `${"Let it rise for four hours, and fold it twice. ".repeat(40)}${CITE}`;
  const roles = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? "user" : "assistant"));
  const id = (index: number) => (index < 0 ? null : `message ${index}`);
  const chats: Record<string, unknown> = {
    chatgpt: chatGptChat(
      roles.map((role, index) => [
        `message ${index}`,
        id(index - 1),
        { role, content: text, ...at(index) },
      ]),
    ),
    claude: claudeChat(
      roles.map((role, index) =>
        claudeMessage(
          `message ${index}`,
          id(index - 1) ?? CLAUDE_ROOT,
          role === "user" ? "human" : "assistant",
          text,
        ),
      ),
    ),
  };
  for (const [name, chat] of Object.entries(chats)) {
    const begin = performance.now();
    for (let copy = 0; copy < 2000; copy += 1) {
      const reading = name === "claude" ? readClaude(chat) : readChatGpt(chat);
      expect(reading && "chats" in reading && reading.chats[0]?.messages.length).toBe(50);
    }
    // Far above what it takes on an idle machine.
    expect(performance.now() - begin).toBeLessThan(20_000);
  }
});

it.each(STRANGE.map((value) => [value]))(
  "what is not a chat is no row, or has a problem [import.any-file]",
  (value) => {
    for (const read of [readChatGpt, readClaude]) {
      expect(read(value)).toBeNull();
      const reading = read({ mapping: value, chat_messages: value });
      expect(reading).not.toBeNull();
      expect(reading).not.toHaveProperty("chats.0");
    }
  },
);
