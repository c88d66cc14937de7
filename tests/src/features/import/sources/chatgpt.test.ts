import { describe, expect, it, test } from "vitest";
import { readChatGpt } from "#features/import/sources/chatgpt.ts";
import { chatsIn, linesOf, shownChat } from "../../../../support/chat-readings.ts";
import {
  CHATGPT_BEGIN,
  chatGptChat,
  type ChatGptMessage,
  chatGptNode,
} from "../../../../support/chatgpt-export.ts";

const ROOT = "client-created-root";
const QUESTION: ChatGptMessage = {
  role: "user",
  content: "How long does it rise?",
  time: CHATGPT_BEGIN,
};

/** A chat of a question and the nodes below it, one below the other. */
const chatOf = (...messages: readonly ChatGptMessage[]) =>
  chatGptChat([
    [ROOT, null, null],
    ["q1", ROOT, QUESTION],
    ...messages.map(
      (message, index) =>
        [
          `n${index}`,
          index === 0 ? "q1" : `n${index - 1}`,
          { time: CHATGPT_BEGIN + index + 1, ...message },
        ] as const,
    ),
  ]);
const read = (...messages: readonly ChatGptMessage[]) =>
  shownChat(readChatGpt(chatOf(...messages)));
/** The text of the reply that these nodes are, and what was left out. */
const replyOf = (...messages: readonly ChatGptMessage[]) => {
  const { messages: all, leftOut } = read(...messages);
  return { content: all[1]?.content, leftOut };
};

describe("a chat of ChatGPT", () => {
  it("has its title, times, and the name of each reply's model [import.chatgpt]", () => {
    const chat = read({ content: "Four hours." });
    expect(chat).toEqual({
      source: "chatgpt",
      key: "66421a58-7f10-8001-9d3b-5a0c7e2f4b11",
      title: "Sourdough timings",
      createdAt: "2024-05-13T09:30:00.285031Z",
      model: null,
      messages: [
        {
          key: "q1",
          role: "user",
          content: "How long does it rise?",
          createdAt: "2024-05-13T09:30:00.285031Z",
        },
        {
          key: "n0",
          role: "assistant",
          content: "Four hours.",
          createdAt: "2024-05-13T09:30:01.285031Z",
          replyTo: "q1",
          providerModel: "gpt-4o",
        },
      ],
      leftOut: {},
      isBranch: false,
      notes: [],
    });
  });

  test.each([
    ["its message", { model_slug: "o3", default_model_slug: "gpt-5" }, "gpt-4o", "o3"],
    ["its message, as asked", { model_slug: null, default_model_slug: "gpt-5" }, "gpt-4o", "gpt-5"],
    ["the chat", { model_slug: undefined }, "gpt-5-thinking", "gpt-5-thinking"],
    ["nowhere", { model_slug: "auto" }, "auto", undefined],
    ["nowhere", { model_slug: ["gpt-4o"] }, null, undefined],
  ])(
    "whose model stands in %s has replies of that one [import.chatgpt]",
    (_where, metadata, slug, name) => {
      const chat = { ...chatOf({ content: "Four.", metadata }), default_model_slug: slug };
      expect(shownChat(readChatGpt(chat)).messages[1]?.providerModel).toBe(name);
    },
  );

  it("without the fields of messages that newer files leave out is read too [import.chatgpt]", () => {
    const slim = chatOf({ content: "Four hours." });
    const mapping = Object.fromEntries(
      Object.entries(slim.mapping).map(([id, { message, parent }]) => {
        const { author, content, create_time } = message ?? {};
        return [
          id,
          {
            id,
            parent,
            message: message && { id, author: { role: author?.role }, content, create_time },
          },
        ];
      }),
    );
    const chat = shownChat(
      readChatGpt({
        id: "old",
        title: null,
        mapping,
        current_node: "n0",
        default_model_slug: "gpt-5",
      }),
    );
    expect(chat).toMatchObject({ key: "old", title: null, createdAt: null });
    expect(linesOf(chat)).toEqual(["user: How long does it rise?", "assistant: Four hours."]);
    expect(chat.messages[1]?.providerModel).toBe("gpt-5");
  });

  it("follows parents, whatever the children say [import.broken-trees]", () => {
    const chat = chatOf(
      { content: "Four." },
      { role: "user", content: "In summer?" },
      { content: "Three." },
    );
    const nodes = Object.values(chat.mapping).toReversed();
    const all = [
      "user: How long does it rise?",
      "assistant: Four.",
      "user: In summer?",
      "assistant: Three.",
    ];
    for (const children of [["q1", "nowhere", "n2", ROOT], [], undefined, null, "n1"]) {
      const mapping = Object.fromEntries(nodes.map((node) => [node.id, { ...node, children }]));
      for (const current_node of ["n2", null, undefined, "nowhere", 5]) {
        const reading = readChatGpt({ ...chat, mapping, current_node });
        expect(linesOf(shownChat(reading))).toEqual(all);
      }
    }
  });

  it("follows the children where a node names no parent [import.broken-trees]", () => {
    const chat = chatOf({ content: "Four." });
    const mapping = Object.fromEntries(
      Object.entries(chat.mapping).map(([id, node]) => [id, { ...node, parent: undefined }]),
    );
    expect(linesOf(shownChat(readChatGpt({ ...chat, mapping })))).toEqual([
      "user: How long does it rise?",
      "assistant: Four.",
    ]);
  });

  it("offers what stood before a question was edited, and all replies to a question [import.paths]", () => {
    const user = (content: string, time: number) => ({
      role: "user",
      content,
      time: CHATGPT_BEGIN + time,
    });
    const reply = (content: string, time: number) => ({ content, time: CHATGPT_BEGIN + time });
    const reading = readChatGpt(
      chatGptChat([
        [ROOT, null, null],
        [
          "system",
          ROOT,
          { role: "system", content: "", metadata: { is_visually_hidden_from_conversation: true } },
        ],
        ["q1", "system", user("Which flour?", 0)],
        ["s1", "q1", { role: "system", content: "", metadata: { rebase_system_message: true } }],
        ["a1", "s1", reply("Rye.", 1)],
        ["a2", "s1", reply("Spelt.", 2)],
        ["q2", "a1", user("How much?", 3)],
        ["a3", "q2", reply("500 g.", 4)],
        ["q3", "a1", user("How much for two?", 5)],
        ["a4", "q3", reply("1 kg.", 6)],
      ]),
    );
    const chats = chatsIn(reading).map(({ key, isBranch, messages }) => [
      key.slice(37),
      isBranch,
      messages.map(({ key, chosen }) => `${key}${chosen ? " chosen" : ""}`),
    ]);
    expect(chats).toEqual([
      ["q3", false, ["q1", "a1 chosen", "a2", "q3", "a4"]],
      ["", true, ["q1", "a1 chosen", "a2", "q2", "a3"]],
    ]);
  });

  test.each<[string, ChatGptMessage]>([
    ["a system's text", { role: "system", content: "You are ChatGPT." }],
    [
      "the person's profile",
      {
        role: "user",
        content: {
          content_type: "user_editable_context",
          user_profile:
            "The user provided the following information about themselves. ```I bake.```",
          user_instructions:
            "The user provided the additional info about how they would like you to respond: ```Short.```",
        },
        metadata: {
          is_visually_hidden_from_conversation: true,
          user_context_message_data: {
            about_user_message: "I bake.",
            about_model_message: "Short.",
          },
          is_user_system_message: true,
        },
      },
    ],
    [
      "a profile without marks",
      { role: "user", content: { content_type: "user_editable_context", user_profile: "I bake." } },
    ],
    [
      "a person's system text",
      { role: "user", content: "I bake.", metadata: { is_user_system_message: true } },
    ],
    [
      "a hidden question",
      { role: "user", content: "Go on.", metadata: { is_visually_hidden_from_conversation: true } },
    ],
    [
      "memory",
      {
        role: "assistant",
        content: {
          content_type: "model_editable_context",
          model_set_context: "1. [2024-05-13]. Bakes.",
          repository: null,
          repo_summary: null,
          structured_context: null,
        },
      },
    ],
    [
      "a hidden reply",
      { content: "Draft.", metadata: { is_visually_hidden_from_conversation: true } },
    ],
    ["somebody unknown", { role: "critic", content: "Well." }],
  ])("has no message of %s [import.hidden]", (_what, hidden) => {
    const reading = readChatGpt(
      chatGptChat([
        [ROOT, null, null],
        ["h1", ROOT, hidden],
        ["q1", "h1", QUESTION],
        ["h2", "q1", hidden],
        ["a1", "h2", { content: "Four hours.", time: CHATGPT_BEGIN + 9 }],
        ["h3", "a1", hidden],
      ]),
    );
    const chats = chatsIn(reading);
    expect(chats.map(linesOf)).toEqual([
      ["user: How long does it rise?", "assistant: Four hours."],
    ]);
    expect(chats[0]?.messages[1]?.replyTo).toBe("q1");
    expect(chats[0]?.leftOut).toEqual({});
  });

  it("makes one reply of thoughts, calls, results and texts, and counts what is no text [import.reply-nodes]", () => {
    const reasoning = {
      reasoning_status: "is_reasoning",
      reasoning_title: "Looking for proofing times",
    };
    const reply = replyOf(
      {
        content: {
          content_type: "thoughts",
          thoughts: [
            { summary: "Weighing", content: "The person bakes.", chunks: [], finished: true },
          ],
          source_analysis_msg_id: "n0",
        },
        metadata: reasoning,
      },
      { content: "Let me look.", metadata: { is_thinking_preamble_message: true } },
      {
        content: {
          content_type: "code",
          language: "unknown",
          response_format_name: null,
          text: '{"search_query":[{"q":"proof"}]}',
        },
        recipient: "web.run",
        metadata: reasoning,
      },
      {
        role: "tool",
        content: { content_type: "text", parts: ["The output of this plugin was redacted."] },
        metadata: {
          search_result_groups: [
            { type: "search_result_group", domain: "bread.example", entries: [] },
          ],
        },
      },
      { content: { content_type: "code", language: "python", text: "1 + 1" }, metadata: reasoning },
      {
        role: "tool",
        content: { content_type: "execution_output", text: "2" },
        metadata: { aggregate_result: { messages: [] } },
      },
      {
        role: "tool",
        content: {
          content_type: "tether_browsing_display",
          result: "L0: Bread",
          summary: null,
          assets: null,
          tether_id: null,
        },
      },
      {
        role: "tool",
        content: {
          content_type: "tether_quote",
          url: "file-x",
          domain: "a.pdf",
          text: "Rise.",
          title: "a.pdf",
        },
      },
      {
        role: "tool",
        content: { content_type: "system_error", name: "tool_error", text: "Error: timed out" },
      },
      {
        content: { content_type: "reasoning_recap", content: "Thought for 12s" },
        metadata: { reasoning_status: "reasoning_ended" },
      },
      { content: "Four hours." },
      { content: '{"name":"x"}', recipient: "dalle.text2im" },
      { content: "At 24 degrees.", more: { weight: 0 } },
    );
    expect(reply).toEqual({
      content: "Four hours.\n\nAt 24 degrees.",
      leftOut: { thought: 3, "tool step": 4 },
    });
  });

  it("has what was written into a canvas as text [import.canvas]", () => {
    const done = (type: string) => ({
      role: "tool",
      content: "Successfully created text document with textdoc_id '66a1'",
      metadata: {
        canvas: {
          textdoc_id: "66a1",
          textdoc_type: type,
          version: 1,
          title: "Timer",
          create_source: "model",
        },
      },
    });
    const call = (recipient: string, text: string): ChatGptMessage => ({
      content: { content_type: "code", language: "json", response_format_name: null, text },
      recipient,
    });
    const create = (type: string, content: string) =>
      call("canmore.create_textdoc", JSON.stringify({ name: "Timer", type, content }));
    const update = call(
      "canmore.update_textdoc",
      JSON.stringify({ updates: [{ pattern: "(a+)+$", multiple: false, replacement: "wait(5)" }] }),
    );
    expect(
      replyOf(create("code/python", "wait(4)"), done("code/python"), { content: "Here." }),
    ).toEqual({
      content: "**Timer**\n\n```python\nwait(4)\n```\n\nHere.",
      leftOut: {},
    });
    expect(
      replyOf(
        create("document", "# Times\n\nFour."),
        done("document"),
        update,
        done("code/python"),
      ),
    ).toEqual({
      content: "**Timer**\n\n# Times\n\nFour.\n\n**Timer**\n\n```python\nwait(5)\n```",
      leftOut: {},
    });
    const broken = replyOf(
      {
        content: '{"name":"Timer","type":"document","content":"Cut o',
        recipient: "canmore.create_textdoc",
      },
      { content: '{"comments":[]}', recipient: "canmore.comment_textdoc" },
      { content: "Here." },
    );
    expect(broken).toEqual({ content: "Here.", leftOut: { "tool step": 2 } });
    const asText = {
      content: '{"name":"Note","type":"document","content":"Four."}',
      recipient: "canmore.create_textdoc",
    };
    expect(replyOf(asText).content).toBe("**Note**\n\nFour.");
  });

  it("shows code that was written to the person as code [import.canvas]", () => {
    const code = (language: string) => ({
      content: { content_type: "code", language, text: "a = 1" },
    });
    expect(replyOf(code("python")).content).toBe("```python\na = 1\n```");
    expect(replyOf(code("unknown")).content).toBe("```\na = 1\n```");
  });

  it("says where pictures and files were, in questions and replies [import.marks]", () => {
    const picture = (more = {}) => ({
      content_type: "image_asset_pointer",
      asset_pointer: "sediment://file_0000000051a861f7",
      size_bytes: 184_211,
      width: 1024,
      height: 768,
      fovea: null,
      metadata: {
        dalle: null,
        gizmo: null,
        generation: null,
        container_pixel_height: null,
        sanitized: true,
      },
      ...more,
    });
    const attachment = (name: unknown, mime_type?: string) => ({
      id: "file-9",
      size: 99_120,
      name,
      mime_type,
      width: null,
    });
    const chat = read(
      { content: "What shall I look at?" },
      {
        role: "user",
        content: [picture(), picture(), "Is this ready?"],
        metadata: {
          attachments: [
            attachment("crumb.png", "image/png"),
            attachment("plan.pdf", "application/pdf"),
            attachment(null),
          ],
        },
      },
      { role: "tool", content: [picture(), picture()], metadata: { image_gen_title: "A loaf" } },
      { content: "" },
      {
        role: "user",
        content: "And this?",
        metadata: { attachments: [{ name: "x.jpg", mimeType: "image/jpeg" }] },
      },
      {
        role: "tool",
        content: { content_type: "execution_output", text: "<Figure>" },
        metadata: {
          aggregate_result: {
            messages: [
              { message_type: "image", image_url: "file-service://file-1", sender: "server" },
            ],
          },
        },
      },
    );
    expect(linesOf(chat).slice(2)).toEqual([
      "user: [picture]\n\n[picture]\n\nIs this ready?\n\n[file: plan.pdf]\n\n[file]",
      "assistant: [picture]\n\n[picture]",
      "user: And this?\n\n[picture]",
      "assistant: [picture]",
    ]);
    expect(chat.leftOut).toEqual({ picture: 6, file: 2 });
  });

  it("has what was said as the message [import.voice]", () => {
    const audio = {
      content_type: "audio_asset_pointer",
      asset_pointer: "sediment://file_1",
      size_bytes: 18_798,
      format: "wav",
      metadata: { start: 0, end: 0.39 },
    };
    const said = (text: string, direction: string) => ({
      content_type: "audio_transcription",
      text,
      direction,
      decoding_id: null,
    });
    const realTime = (more = {}) => ({
      expiry_datetime: null,
      content_type: "real_time_user_audio_video_asset_pointer",
      frames_asset_pointers: [],
      video_container_asset_pointer: null,
      audio_asset_pointer: audio,
      audio_start_timestamp: 438.81,
      ...more,
    });
    const chat = read(
      { content: [said("Four hours.", "out"), audio] },
      { role: "user", content: [said("And in summer?", "in"), realTime()] },
      { content: [audio, said("Three.", "out")] },
      { role: "user", content: [realTime({ frames_asset_pointers: ["x"] }), said("See?", "in")] },
      {
        role: "user",
        content: [
          said("", "in"),
          realTime({ audio_asset_pointer: null, video_container_asset_pointer: "v" }),
        ],
      },
    );
    expect(linesOf(chat).slice(1)).toEqual([
      "assistant: Four hours.",
      "user: And in summer?",
      "assistant: Three.",
      "user: See?",
    ]);
    expect(chat.leftOut).toEqual({ "voice message": 4, video: 2 });
  });

  it("keeps texts of kinds that nobody knows, and counts what has none [import.marks]", () => {
    const chat = read(
      { content: { content_type: "new_kind", text: "Four." } },
      {
        content: [
          null,
          "Well.",
          { content_type: "new_part", text: "Said so." },
          { content_type: "other" },
          7,
        ],
      },
      {
        content: {
          content_type: "app_pairing_content",
          workspaces: [],
          shape: "x",
          context_parts: [],
        },
      },
      { content: { content_type: "text", parts: ["One.", "Two."] } },
      { content: { content_type: "text", parts: "Three." } },
      { content: { content_type: "tether_quote", text: "A quote.", title: "a.pdf" } },
    );
    expect(chat.messages[1]?.content).toBe("Four.\n\nWell.\n\nSaid so.\n\nOne.\nTwo.");
    expect(chat.leftOut).toEqual({ "unknown part": 4, "tool step": 1 });
    const plain = chatOf({ content: "x" });
    const node = { ...chatGptNode("n0", "q1", { content: "x" }) };
    const mapping = {
      ...plain.mapping,
      n0: { ...node, message: { ...node.message, content: "Four." } },
    };
    expect(linesOf(shownChat(readChatGpt({ ...plain, mapping })))[1]).toBe("assistant: Four.");
  });

  test.each<[string, ChatGptMessage, string | undefined, number | undefined]>([
    [
      "being written",
      { more: { status: "in_progress", end_turn: null } },
      "2024-05-13T09:30:01.285031Z",
      undefined,
    ],
    ["broken off", { more: { status: "finished_partial_completion" } }, undefined, 1],
    [
      "full",
      {
        more: { status: "finished_partial_completion" },
        metadata: { finish_details: { type: "max_tokens" } },
      },
      undefined,
      undefined,
    ],
    [
      "stopped",
      {
        more: { status: "finished_partial_completion" },
        metadata: { finish_details: { type: "interrupted" } },
      },
      "2024-05-13T09:30:01.285031Z",
      undefined,
    ],
    [
      "stopped at no time",
      { time: null, metadata: { finish_details: { type: "interrupted" } } },
      "2024-05-14T09:30:00.285031Z",
      undefined,
    ],
    ["whole", {}, undefined, undefined],
  ])(
    "keeps what was written of a reply that is %s, and says so [import.stopped]",
    (_state, message, at, unfinished) => {
      const { messages, leftOut } = read({ content: "Four ho", ...message });
      const reply = messages[1];
      expect(reply?.content).toBe("Four ho");
      expect(reply?.stoppedAt).toBe(at);
      expect(leftOut["end of a reply"]).toBe(unfinished);
      expect(read({ content: "", ...message }).messages).toHaveLength(1);
    },
  );

  it("joins a reply that was continued after its length limit, even in the middle of a word [import.reply-nodes]", () => {
    const full = {
      more: { status: "finished_partial_completion", end_turn: false },
      metadata: { finish_details: { type: "max_tokens" } },
    };
    const { messages } = read(
      { content: "1. Sow\n2. Plant pota", ...full },
      { content: "toes\n3. Mo", ...full },
      { content: "w" },
      { content: "That is all." },
    );
    expect(messages).toHaveLength(2);
    expect(messages[1]?.content).toBe("1. Sow\n2. Plant potatoes\n3. Mow\n\nThat is all.");
    expect(messages[1]?.stoppedAt).toBeUndefined();
  });

  it("keeps titles and texts as they are, and drops invalid times [import.chatgpt]", () => {
    const title = "<img src=x onerror=alert(1)>\nline ".repeat(20);
    const text = "NUL \0 and half \uD83D of a pair <script>alert(1)</script>";
    const chat = shownChat(
      readChatGpt({ ...chatOf({ content: text, time: 0 }), title, create_time: "soon" }),
    );
    expect(chat).toMatchObject({ title, createdAt: null });
    expect(chat.messages[1]).toMatchObject({ content: text, createdAt: null });
    for (const none of [null, undefined, 5, ["x"]]) {
      expect(shownChat(readChatGpt({ ...chatOf(), title: none })).title).toBeNull();
    }
    expect(shownChat(readChatGpt({ ...chatOf(), title: "" })).title).toBe("");
  });

  it("with __proto__ as a key is read like any other, and changes nothing [import.any-file]", () => {
    const chat = JSON.stringify(chatOf({ content: "Four." }))
      .replaceAll('"n0"', '"__proto__"')
      .replaceAll(
        '"metadata":{"',
        '"metadata":{"__proto__":{"is_visually_hidden_from_conversation":true},"',
      );
    expect(linesOf(shownChat(readChatGpt(JSON.parse(chat))))).toEqual([
      "user: How long does it rise?",
      "assistant: Four.",
    ]);
    expect(Object.hasOwn(Object.prototype, "is_visually_hidden_from_conversation")).toBe(false);
  });

  it.each([
    null,
    undefined,
    5,
    "x",
    [],
    {},
    { id: "x", title: "Shared", is_anonymous: true },
    { chat_messages: [] },
  ])("is not %j [import.chatgpt]", (value) => {
    expect(readChatGpt(value)).toBeNull();
  });

  it("without readable messages is named with the problem [import.chatgpt]", () => {
    expect(readChatGpt({ title: "Broken", mapping: null })).toEqual({
      problem: "Its messages cannot be read.",
      title: "Broken",
    });
    expect(readChatGpt({ title: "Empty", mapping: {} })).toEqual({ chats: [] });
  });
});

describe("the marks in a reply of ChatGPT", () => {
  const mark = (kind: string, ...parts: readonly string[]) =>
    `\uE200${[kind, ...parts].join("\uE202")}\uE201`;
  const webpages = (matched: string, ...urls: readonly string[]) => ({
    matched_text: matched,
    start_idx: 12,
    end_idx: 34,
    safe_urls: urls,
    refs: [],
    alt: "([Bread](https://alt.example))",
    prompt_text: null,
    type: "grouped_webpages",
    items: urls.map((url, index) => ({
      title: "Bread",
      url,
      pub_date: null,
      snippet: null,
      attribution_segments: null,
      supporting_websites: index === 0 ? [{ title: "More", url: "https://more.example/" }] : [],
      refs: [],
      hue: null,
      attributions: null,
    })),
    status: "done",
    error: null,
    style: null,
  });
  const cite = mark("cite", "turn0search1");
  const link = (address: string) =>
    `[${new URL(address).hostname.replace("www.", "")}](${address})`;
  const marked = (content: string, ...references: readonly unknown[]) =>
    replyOf({ content, metadata: { content_references: references } }).content;

  it("become the addresses that the reply names [import.addresses]", () => {
    const url = "https://www.bread.example/rise_(time)?utm_source=chatgpt.com";
    expect(
      marked(`Four hours.${cite} Well.${cite}`, webpages(cite, url, "https://b.example/x")),
    ).toBe(
      ["Four hours.", " Well.", ""].join(
        ` (${link("https://www.bread.example/rise_%28time%29?utm_source=chatgpt.com")}, ${link("https://more.example/")}, ${link("https://b.example/x")})`,
      ),
    );
    expect(
      marked(`A.${cite}`, { matched_text: cite, type: "webpage", url: "https://one.example/" }),
    ).toBe(`A. (${link("https://one.example/")})`);
    expect(
      marked(`A.${cite}`, { matched_text: cite, type: "x", safe_urls: ["https://safe.example/"] }),
    ).toBe(`A. (${link("https://safe.example/")})`);
  });

  it("become the addresses of the searches before it [import.addresses]", () => {
    const entry = (ref_index: number, url: string) => ({
      type: "search_result",
      url,
      title: "Bread",
      snippet: "…",
      ref_id: { turn_index: 0, ref_type: "search", ref_index },
      pub_date: null,
      attribution: "bread.example",
    });
    const groups = (...entries: readonly unknown[]) => ({
      search_result_groups: [{ type: "search_result_group", domain: "x", entries }],
    });
    const chat = read(
      { role: "tool", content: "", metadata: groups(entry(9, "https://wrong.example/")) },
      { content: "Four." },
      { role: "user", content: "Sure?" },
      {
        role: "tool",
        content: "",
        metadata: groups(entry(1, "https://a.example/"), entry(2, "https://b.example/")),
      },
      { content: `Yes.${mark("cite", "turn0search2", "turn0search1", "turn0search9")}` },
    );
    expect(chat.messages[3]?.content).toBe(
      `Yes. (${link("https://b.example/")}, ${link("https://a.example/")})`,
    );
  });

  it("have one space before them, whether the text has or not [import.addresses]", () => {
    const name = mark("entity", '["food","Rye bread","a loaf"]');
    const url = "https://one.example/";
    const reference = { matched_text: cite, type: "webpage", url };
    expect(marked(`A. ${cite}\n\nB. ${mark("cite", "turn9")}${cite} C`, reference)).toBe(
      `A. (${link(url)})\n\nB. (${link(url)}) C`,
    );
    expect(marked(`The ${name} rises ${mark("cite", "turn9")} well 【3†source】.`)).toBe(
      "The Rye bread rises well.",
    );
  });

  it("become nothing where there is no address [import.addresses]", () => {
    expect(
      marked(
        `A.${cite} B.${mark("filecite", "turn1file0", "L1-L9")}${mark("navlist", "Later", "turn0news1")}`,
      ),
    ).toBe("A. B.");
    expect(marked(`${mark("i", "turn0image0", "turn0image4")}\uE203A quote\uE204.${cite}`)).toBe(
      "A quote.",
    );
    expect(marked(`A.${cite}`, webpages(cite, "javascript:alert(1)", "not an address"))).toBe(
      `A. (${link("https://more.example/")})`,
    );
    expect(
      marked(`A.${cite}`, { matched_text: cite, items: [{ url: "javascript:alert(1)" }] }),
    ).toBe("A.");
    expect(
      marked("A. B. ", {
        matched_text: " ",
        type: "sources_footnote",
        sources: [{ url: "https://x.example/" }],
      }),
    ).toBe("A. B. ");
    expect(marked("It breaks off\uE200cite\uE202turn0sea")).toBe("It breaks off");
    expect(marked(`${mark("entity", '["food","Rye bread","a loaf"]')} rises.`)).toBe(
      "Rye bread rises.",
    );
    expect(marked(`${mark("entity", "[")} rises.`)).toBe(" rises.");
  });

  it("of the older kind become addresses too [import.addresses]", () => {
    const citation = (cited_message_idx: number, url?: string) => ({
      start_ix: 5,
      end_ix: 16,
      citation_format_type: "tether_og",
      metadata: {
        type: url ? "webpage" : "file",
        title: "Bread",
        url,
        text: "…",
        pub_date: null,
        extra: { cited_message_idx, evidence_text: "source" },
      },
    });
    const reply = replyOf({
      content: "A.【11†source】 B.【12:3†plan.pdf】 C.【7†L1-L9】 D 【sic】.",
      metadata: {
        citations: [citation(11, "https://a.example/"), citation(12)],
        content_references: [webpages("【7†L1-L9】", "https://c.example/")],
      },
    });
    expect(reply.content).toBe(
      `A. (${link("https://a.example/")}) B. C. (${link("https://c.example/")}, ${link("https://more.example/")}) D 【sic】.`,
    );
  });

  it("with a name and an address become a link, others their addresses or nothing [import.addresses]", () => {
    expect(marked(`See ${mark("url", "Rye [1]", "https://one.example/(a)")}.`)).toBe(
      "See [Rye \\[1\\]](https://one.example/%28a%29).",
    );
    expect(marked(`See${mark("url", "Rye", "javascript:alert(1)")}.`)).toBe("SeeRye.");
    const reference = webpages("【turn2view1】", "https://c.example/");
    expect(
      marked(
        "A.【turn1view0】 B 【turn1search0, turn1search2】. 【turn2view1】 【sic】",
        reference,
      ),
    ).toBe(`A. B. (${link("https://c.example/")}, ${link("https://more.example/")}) 【sic】`);
  });

  it("leave the label of a link to a file that is not there, and count it [import.addresses]", () => {
    expect(
      replyOf({
        content:
          "[Get the plan](sandbox:/mnt/data/plan (1).csv) or ![a chart](sandbox:/mnt/data/c.png), at sandbox:/mnt/data/x.txt",
      }),
    ).toEqual({ content: "Get the plan or a chart, at ", leftOut: { file: 3 } });
  });

  it("stay in what a person wrote [import.addresses]", () => {
    const content = `Why does it say 【11†source】 and ${cite}?`;
    expect(read({ content: "A." }, { role: "user", content }).messages[2]?.content).toBe(content);
  });

  it("of a deep research report become addresses [import.addresses]", () => {
    const report = {
      content: { content_type: "text", parts: [`# Bread${cite}`] },
      metadata: { content_references: [webpages(cite, "https://a.example/")] },
    };
    const reply = replyOf({
      role: "tool",
      content: "",
      metadata: {
        chatgpt_sdk: {
          attribution_id: "x",
          widget_state: JSON.stringify({ status: "completed", report_message: report }),
        },
      },
    });
    expect(reply).toEqual({
      content: `# Bread (${link("https://a.example/")}, ${link("https://more.example/")})`,
      leftOut: {},
    });
  });

  it("of a report in a tool's message become addresses, and its text is the reply [import.addresses]", () => {
    const { messages, leftOut } = read(
      { content: "{}", more: { recipient: "research_kickoff_tool.start_research_task" } },
      { role: "tool", content: "The task was started." },
      { content: "It is on its way." },
      {
        role: "tool",
        content: `# Bread${cite}`,
        metadata: {
          is_async_task_result_message: true,
          content_references: [webpages(cite, "https://a.example/")],
        },
      },
    );
    expect(messages).toHaveLength(2);
    expect(messages[1]?.content).toBe(
      `It is on its way.\n\n# Bread (${link("https://a.example/")}, ${link("https://more.example/")})`,
    );
    expect(leftOut).toEqual({ "tool step": 1 });
  });

  it("without an end take no longer than others [import.any-file]", () => {
    const begin = performance.now();
    for (const start of [
      "\uE200",
      "\uE200cite\uE202",
      "\uE202",
      "【1†",
      "【turn1a1turn1a1",
      "turn1a1",
      "【",
      "[",
      "[x](sandbox:",
      "[x](sandbox:(",
      "sandbox:/",
      "![",
      "†",
    ]) {
      replyOf({ content: `†sandbox:${start.repeat(200_000)}` });
    }
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});
