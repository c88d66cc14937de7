import type { Member, RunningProduct } from "./running-product.ts";

const PAGE = 1000;

type Row = Record<string, string | null>;

/** Writes chats and messages straight into a product's database, as a member's history. Throws when a write fails. */
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
      if (!response.ok) throw new Error(`Writing ${table} failed: ${await response.text()}`);
    }
  };
  const removeRows = (table: string, query: string) =>
    product.send(`/rest/v1/${table}?${query}`, {
      method: "DELETE",
      headers: { apikey: product.secrets.secretKey },
    });

  return {
    userId,

    /**
     * Adds chats with these titles, the first one newest, or at the times given with them. Returns their ids.
     * @param contents The messages of the first one.
     */
    async chats(
      titles: readonly (string | null | readonly [string, string])[],
      contents: readonly string[] = [],
    ): Promise<string[]> {
      const now = Date.now();
      const rows = titles.map((entry, index) => {
        const [title = null, at = new Date(now - index * 1000).toISOString()] =
          typeof entry === "string" || entry === null ? [entry] : entry;
        const id = crypto.randomUUID();
        return { id, user_id: userId, title, last_message_at: at, created_at: at };
      });
      await insert("chats", rows);
      await this.messages(rows[0]?.id ?? "", contents);
      return rows.map(({ id }) => id);
    },

    /**
     * Adds messages to a chat, a second apart, questions and answers alternating. Returns their ids.
     * @param hasOthers Whether a question, by its place in `contents`, has two more answers, which are older: 'Older by 600: …'.
     */
    async messages(
      chatId: string,
      contents: readonly string[],
      hasOthers: (question: number) => boolean = () => false,
    ): Promise<string[]> {
      const start = Date.now() - contents.length * 1000;
      const ids = contents.map(() => crypto.randomUUID());
      const rows = contents.flatMap((content, index) => {
        const isAnswer = index % 2 === 1;
        const at = start + index * 1000;
        const row = {
          id: ids[index] ?? "",
          chat_id: chatId,
          user_id: userId,
          created_at: new Date(at).toISOString(),
          direction: isAnswer ? "outbound" : "inbound",
          role: isAnswer ? "assistant" : "user",
          content,
          model: isAnswer ? "chatgpt-4" : null,
          reply_to: isAnswer ? (ids[index - 1] ?? null) : null,
          follows: hasOthers(index - 2) ? (ids[index - 1] ?? null) : null,
        };
        if (!isAnswer || !hasOthers(index - 1)) return [row];
        const other = (before: number) => ({
          ...row,
          id: crypto.randomUUID(),
          content: `Older by ${before}: ${content}`,
          created_at: new Date(at - before).toISOString(),
        });
        return [other(600), other(300), row];
      });
      await insert("messages", rows);
      return ids;
    },

    /** Adds a question without an answer. `claimedUntil`: these models are writing one until then. Returns its id. */
    async question(
      chatId: string,
      content: string,
      claimedUntil: string | null,
      models: readonly string[] = ["chatgpt-4"],
    ): Promise<string> {
      const id = crypto.randomUUID();
      const row = {
        id,
        chat_id: chatId,
        user_id: userId,
        created_at: new Date().toISOString(),
        direction: "inbound",
        role: "user",
        content,
      };
      await insert("messages", [row]);
      const attempts = models.map((model) => ({
        id: crypto.randomUUID(),
        chat_id: chatId,
        user_id: userId,
        question_id: id,
        model,
        claim_id: crypto.randomUUID(),
        claimed_until: claimedUntil,
        started_at: row.created_at,
      }));
      await insert("attempts", attempts);
      return id;
    },

    /** Ends all answers of a chat that are being written, as `finish_turn` does. */
    async replies(chatId: string): Promise<void> {
      const attempts = await this.read("attempts", `chat_id=eq.${chatId}`);
      const rows = attempts.map(
        ({ id = null, question_id = null, model = null, started_at }, index) => ({
          id,
          chat_id: chatId,
          user_id: userId,
          created_at: new Date(Date.parse(started_at ?? "") + 1 + (index % 4)).toISOString(),
          direction: "outbound",
          role: "assistant",
          content: `Answer of ${model}`,
          model,
          reply_to: question_id,
        }),
      );
      await insert("messages", rows);
      await removeRows("attempts", `chat_id=eq.${chatId}`);
    },

    /** Adds what has been written of the answer to a question. */
    async pieces(questionId: string, contents: readonly string[]): Promise<void> {
      const [attempt] = await this.read("attempts", `question_id=eq.${questionId}`);
      const answer = { user_id: userId, answer_id: String(attempt?.["id"]) };
      const rows = contents.map((content, index) => ({
        ...answer,
        position: String(index + 1),
        content,
      }));
      await insert("pieces", rows);
    },

    /** Adds an answer to a question. Its attempt is over with that, as in `finish_turn`. */
    async reply(chatId: string, questionId: string, content: string): Promise<void> {
      const [attempt] = await this.read("attempts", `question_id=eq.${questionId}`);
      const row = {
        id: attempt?.["id"] ?? crypto.randomUUID(),
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
      await removeRows("attempts", `question_id=eq.${questionId}`);
    },

    /** Deletes a row, as another device would. */
    async remove(table: string, id: string): Promise<void> {
      await removeRows(table, `id=eq.${id}`);
    },

    /** What the member has asked, oldest first. */
    async questions() {
      const asked = `user_id=eq.${userId}&role=eq.user&order=created_at`;
      return (await this.read("messages", asked)).map((row) => row["content"]);
    },

    /** Reads rows; `query` is PostgREST's. */
    async read(table: string, query: string): Promise<Row[]> {
      const response = await product.send(`/rest/v1/${table}?${query}`, {
        headers: { apikey: product.secrets.secretKey },
      });
      return (await response.json()) as Row[];
    },
  };
}

/** The contents of so many messages. */
export const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `Message ${index}.`);

/** Signs a member in and returns the session in the form that the browser's client stores. */
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
