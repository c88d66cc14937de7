// What two products take from a conversations.json, written down from reading their importers. Both read the file as one
// array, and every element of it as a conversation.

type Node = {
  id: string;
  parent: string | null;
  children: string[];
  message: null | {
    author: { role: string };
    create_time: number | null;
    content: { content_type?: string; parts?: unknown[]; text?: string | null };
    metadata: { model_slug?: string };
  };
};
export type ImportedConversation = {
  id: string;
  title: string;
  create_time: number;
  current_node: string;
  mapping: Record<string, Node>;
};

type Imported = { title: string; created: Date; messages: ImportedMessage[] };
type ImportedMessage = {
  id: string;
  parent: string | null;
  text: string;
  isFromPerson: boolean;
  model: string | undefined;
};

/**
 * LibreChat: an array is taken for ChatGPT's. Each node with a message needs a content type and a metadata object; nodes
 * without one are left out, and their children become roots. Parents must be in the mapping. One conversation that
 * throws loses the whole file.
 */
export function importLikeLibreChat(file: string): Imported[] {
  const json: unknown = JSON.parse(file);
  if (!Array.isArray(json)) throw new Error("Unsupported import type");
  return (json as ImportedConversation[]).map(({ mapping, title, create_time: createTime }) => {
    const nodes = Object.values(mapping).filter(({ message }) => message !== null);
    const known = new Set(nodes.map(({ id }) => id));
    const messages = nodes.map(({ id, parent, message }) => {
      if (message?.content.content_type !== "text") throw new Error("No text.");
      return {
        id,
        parent: parent !== null && known.has(parent) ? parent : null,
        text: (message.content.parts ?? []).join(" "),
        isFromPerson: message.author.role === "user",
        model: message.metadata.model_slug,
      };
    });
    const created = new Date(createTime * 1000);
    if (Number.isNaN(created.getTime())) throw new Error("No time.");
    return { title, created, messages };
  });
}

/**
 * Open WebUI: the first element says by its mapping that it is ChatGPT's. Messages are taken in the order of the
 * mapping, each the child of the one before; the last one must have no children and is where the chat goes on. A
 * conversation without messages, or with content that is no text, is left out.
 */
export function importLikeOpenWebUI(
  file: string,
): { title: string; texts: string[]; currentId: string }[] {
  const json = JSON.parse(file) as ImportedConversation[];
  if (json.length > 0 && !("mapping" in (json[0] ?? {}))) throw new Error("Not ChatGPT's.");
  return json.flatMap(({ mapping, title }) => {
    const nodes = Object.entries(mapping).filter(([, { message }]) => message !== null);
    const [currentId, last] = nodes.at(-1) ?? [];
    if (last === undefined || currentId === undefined || last.children.length > 0) return [];
    const texts = nodes.map(([, { message }]) => message?.content.parts?.[0]);
    return texts.every((text) => typeof text === "string" && text !== "")
      ? [{ title, texts: texts as string[], currentId }]
      : [];
  });
}
