// Elements of ChatGPT's conversations.json, with as many fields as its files have.

type Json = Record<string, unknown>;

/** A message with what the files say of each: `content` is its text, its parts, or the whole content. */
export type ChatGptMessage = {
  role?: string;
  content?: string | readonly unknown[] | Json;
  time?: number | null;
  metadata?: Json;
  recipient?: string;
  more?: Json;
};

/** When the chats of the fixtures begin, in seconds since 1970: 2024-05-13T09:30:00.285031Z. */
export const CHATGPT_BEGIN = 1_715_592_600.285031;

function contentOf(content: ChatGptMessage["content"]): Json {
  if (typeof content === "string") return { content_type: "text", parts: [content] };
  if (Array.isArray(content)) return { content_type: "multimodal_text", parts: content };
  return (content ?? { content_type: "text", parts: [""] }) as Json;
}

/** A node of a mapping. @param parent null for the first one */
export function chatGptNode(id: string, parent: string | null, message: ChatGptMessage | null) {
  if (message === null) return { id, message: null, parent, children: [] as string[] };
  const { role = "assistant", content, time = null, metadata = {}, recipient = "all" } = message;
  const isReply = role === "assistant";
  return {
    id,
    message: {
      id,
      author: { role, name: role === "tool" ? "web.run" : null, metadata: {} },
      create_time: time,
      update_time: null,
      content: contentOf(content),
      status: "finished_successfully",
      end_turn: isReply ? true : null,
      weight: 1.0,
      metadata: {
        ...(isReply && {
          finish_details: { type: "stop", stop_tokens: [200_002] },
          is_complete: true,
          citations: [],
          content_references: [],
          model_slug: "gpt-4o",
          default_model_slug: "auto",
        }),
        request_id: "8831f2a6b9d05c1e-FRA",
        timestamp_: "absolute",
        message_type: null,
        selected_github_repos: [],
        serialization_metadata: { custom_symbol_offsets: [] },
        ...metadata,
      },
      recipient,
      channel: isReply ? "final" : null,
      ...message.more,
    },
    parent,
    children: [] as string[],
  };
}

type Nodes = readonly (readonly [
  id: string,
  parent: string | null,
  message: ChatGptMessage | null,
])[];

/** An element of the list. Its nodes know their children, unless `more` says otherwise; the last one is shown. */
export function chatGptChat(nodes: Nodes, more: Json = {}) {
  const mapping = Object.fromEntries(
    nodes.map(([id, parent, message]) => [id, chatGptNode(id, parent, message)]),
  );
  for (const [id, parent] of nodes) if (parent !== null) mapping[parent]?.children.push(id);
  return {
    title: "Sourdough timings",
    create_time: CHATGPT_BEGIN,
    update_time: CHATGPT_BEGIN + 86_400,
    mapping,
    moderation_results: [],
    current_node: nodes.at(-1)?.[0] ?? null,
    plugin_ids: null,
    conversation_id: "66421a58-7f10-8001-9d3b-5a0c7e2f4b11",
    conversation_template_id: null,
    gizmo_id: null,
    gizmo_type: null,
    is_archived: false,
    is_starred: null,
    safe_urls: ["https://bread.example/hydration"],
    blocked_urls: [],
    default_model_slug: "gpt-4o",
    conversation_origin: null,
    voice: null,
    async_status: null,
    disabled_tool_ids: [],
    is_do_not_remember: null,
    memory_scope: "global_enabled",
    sugar_item_id: null,
    id: "66421a58-7f10-8001-9d3b-5a0c7e2f4b11",
    ...more,
  };
}
