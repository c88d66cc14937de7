import type { Member, RunningProduct } from "./running-product.ts";

const PAGE = 1000;

type Row = Record<string, string | null>;

/** What holds an answer that is being written, as the functions of the database take it. */
type Claim = { p_answer_id: string; p_claim_id: string };

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

  const rpc = async (name: string, args: object) => {
    const response = await product.send(`/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: { apikey: product.secrets.secretKey, "Content-Type": "application/json" },
      body: JSON.stringify({ p_user_id: userId, ...args }),
    });
    if (!response.ok) throw new Error(`Calling ${name} failed: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  /** The answers that are being written, by the ids of their questions, and how long from now they are claimed. */
  const writing = new Map<string, { chatId: string; lease: string; claims: Claim[] }>();
  const finish = (claim: Claim, content: string) =>
    rpc("finish_turn", {
      ...claim,
      p_content: content,
      p_provider_model: null,
      p_input_tokens: null,
      p_cached_tokens: null,
      p_output_tokens: null,
      p_first_text_ms: null,
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
     * @param end When the last one was written, in milliseconds since 1970.
     */
    async messages(
      chatId: string,
      contents: readonly string[],
      hasOthers: (question: number) => boolean = () => false,
      end = Date.now(),
    ): Promise<string[]> {
      const start = end - contents.length * 1000;
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

    /** Adds a question whose answers these models are writing, or claimed until then. Returns its id. */
    async question(
      chatId: string,
      content: string,
      claimedUntil: string,
      models: readonly string[] = ["chatgpt-4"],
    ): Promise<string> {
      const id = crypto.randomUUID();
      const lease = `${Date.parse(claimedUntil) - Date.now()} milliseconds`;
      const claims: Claim[] = [];
      for (const p_model of models) {
        const begun = await rpc("begin_turn", {
          p_chat_id: chatId,
          p_starts_chat: false,
          p_question_id: id,
          p_content: content,
          p_title: content,
          p_turns_per_minute: 1_000,
          p_turns_per_day: 1_000,
          p_chats_per_minute: 1_000,
          p_lease: lease,
          p_budgets: {},
          p_model,
          p_answer_id: crypto.randomUUID(),
        });
        const { id: p_answer_id } = begun["answer"] as { id: string };
        claims.push({ p_answer_id, p_claim_id: String(begun["claim"]) });
      }
      writing.set(id, { chatId, lease, claims });
      return id;
    },

    /** Ends all answers of a chat that are being written. */
    async replies(chatId: string): Promise<void> {
      const inChat = [...writing.values()].filter((it) => it.chatId === chatId);
      for (const claim of inChat.flatMap(({ claims }) => claims)) await finish(claim, "An answer");
    },

    /** Adds what has been written of the answer to a question. */
    async pieces(questionId: string, contents: readonly string[]): Promise<void> {
      const { lease, claims: [claim] = [] } = writing.get(questionId) ?? {};
      for (const [index, p_piece] of contents.entries())
        await rpc("renew_turn", { ...claim, p_lease: lease, p_position: index + 1, p_piece });
    },

    /** Adds an answer to a question: the one that is being written, or a further one. */
    async reply(chatId: string, questionId: string, content: string): Promise<void> {
      const claim = writing.get(questionId)?.claims.pop();
      if (claim !== undefined) {
        await finish(claim, content);
        return;
      }
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
