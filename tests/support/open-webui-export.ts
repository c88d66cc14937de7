// Elements of Open WebUI's export, with as many fields as its files have.

type Json = Record<string, unknown>;
export type OpenWebUiMessage = Json & { readonly id: string };

/** When the chat began, in seconds since 1970. */
export const OPEN_WEBUI_BEGIN = 1_718_000_000;

/** A message, so many seconds after the chat began. */
export function openWebUiMessage(
  id: string,
  parentId: string | null,
  role: string,
  second: number,
  more: Json = {},
): OpenWebUiMessage {
  const ofReply = { model: "llama3.1:latest", modelName: "Llama", modelIdx: 0, done: true };
  return {
    id,
    parentId,
    childrenIds: [],
    role,
    content: `${role} ${id}`,
    timestamp: OPEN_WEBUI_BEGIN + second,
    ...(role === "assistant" ? ofReply : { models: ["llama3.1:latest"] }),
    ...more,
  };
}

/** An element of the list. */
export function openWebUiChat(
  messages: readonly OpenWebUiMessage[],
  currentId: string | null,
  more: Json = {},
) {
  const history = { messages: Object.fromEntries(messages.map((it) => [it.id, it])), currentId };
  return {
    id: "c1",
    user_id: "u1",
    title: "Rome",
    chat: {
      id: "",
      title: "Rome",
      models: ["llama3.1:latest"],
      params: {},
      history,
      messages: [],
      tags: [],
      timestamp: OPEN_WEBUI_BEGIN * 1000,
      files: [],
    },
    updated_at: OPEN_WEBUI_BEGIN + 100,
    created_at: OPEN_WEBUI_BEGIN,
    share_id: null,
    archived: false,
    pinned: false,
    meta: { tags: ["travel"] },
    folder_id: null,
    ...more,
  };
}
