import type { Member, RunningProduct } from "./running-product.ts";

const PAGE = 1000;

type Row = Record<string, string | null>;

/** Writes chats and messages straight into a product's database, as history that a member already has. */
export async function writeHistory(product: RunningProduct, member: Member) {
  const { user } = await sessionOf(product, member);
  const userId = user.id;
  const insert = async (table: string, rows: Row[]) => {
    for (let start = 0; start < rows.length; start += PAGE) {
      const response = await product.send(`/rest/v1/${table}`, {
        method: "POST",
        headers: { apikey: product.secrets.secretKey, "Content-Type": "application/json" },
        body: JSON.stringify(rows.slice(start, start + PAGE)),
      });
      if (!response.ok) throw new Error(`Writing ${table} answered ${await response.text()}`);
    }
  };

  return {
    userId,

    /** Makes chats with these titles, the first one newest; answers their ids. */
    async chats(titles: readonly (string | null)[]): Promise<string[]> {
      const now = Date.now();
      const rows = titles.map((title, index) => ({
        id: crypto.randomUUID(),
        user_id: userId,
        title,
        last_message_at: new Date(now - index * 1000).toISOString(),
        created_at: new Date(now - index * 1000).toISOString(),
      }));
      await insert("chats", rows);
      return rows.map(({ id }) => id);
    },

    /** Adds questions and replies in turns to a chat, a second apart; answers the messages' ids. */
    async messages(chatId: string, texts: readonly string[]): Promise<string[]> {
      const start = Date.now() - texts.length * 1000;
      const ids = texts.map(() => crypto.randomUUID());
      const rows = texts.map((content, index) => {
        const isReply = index % 2 === 1;
        return {
          id: ids[index] ?? "",
          chat_id: chatId,
          user_id: userId,
          created_at: new Date(start + index * 1000).toISOString(),
          direction: isReply ? "outbound" : "inbound",
          role: isReply ? "assistant" : "user",
          content,
          model: isReply ? "chatgpt-4" : null,
          reply_to: isReply ? (ids[index - 1] ?? null) : null,
        };
      });
      await insert("messages", rows);
      return ids;
    },

    /** A question of now that a function may be answering; `claim` is its `answering_until`. */
    async question(chatId: string, content: string, claim: string | null): Promise<string> {
      const id = crypto.randomUUID();
      const row = {
        id,
        chat_id: chatId,
        user_id: userId,
        created_at: new Date().toISOString(),
        direction: "inbound",
        role: "user",
        content,
        answering_until: claim,
      };
      await insert("messages", [row]);
      return id;
    },

    async reply(chatId: string, questionId: string, content: string): Promise<void> {
      const row = {
        id: crypto.randomUUID(),
        chat_id: chatId,
        user_id: userId,
        created_at: new Date().toISOString(),
        direction: "outbound",
        role: "assistant",
        content,
        model: "grok",
        reply_to: questionId,
      };
      await insert("messages", [row]);
    },

    /** Takes a row away, as another device would. */
    async remove(table: string, id: string): Promise<void> {
      const headers = { apikey: product.secrets.secretKey };
      await product.send(`/rest/v1/${table}?id=eq.${id}`, { method: "DELETE", headers });
    },

    /** Reads rows as the database holds them. */
    async read(table: string, query: string): Promise<Row[]> {
      const response = await product.send(`/rest/v1/${table}?${query}`, {
        headers: { apikey: product.secrets.secretKey },
      });
      return (await response.json()) as Row[];
    },
  };
}

/** Signs a member in; the session is what the browser's client would store. */
export async function sessionOf(product: RunningProduct, member: Member) {
  const response = await product.send("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: product.secrets.publishableKey, "Content-Type": "application/json" },
    body: JSON.stringify(member),
  });
  const session = (await response.json()) as {
    access_token: string;
    refresh_token: string;
    expires_in: number;
    user: { id: string };
  };
  return { ...session, expires_at: Math.floor(Date.now() / 1000) + session.expires_in };
}
