import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { sessionOf } from "../../e2e/support/chat-history.ts";
import type { RunningProduct } from "../../e2e/support/running-product.ts";
import { readEmailLink } from "../../src/features/auth/email-link-rules.ts";
import type { MemberSession } from "../support/member-session.ts";

/** A member who means harm, with a chat of long messages. */
export type Attacker = { session: MemberSession; refreshToken: string; chatId: string };

/** How long an attacker waits between two attempts, in milliseconds: a host stops who asks without any pause. */
const PAUSE = { read: 250, abandon: 5_000 };

/** What was tried, and what should not have worked. */
type Attempted = { count: number; faults: string[] };

export async function newAttacker(product: RunningProduct, databaseUrl: string): Promise<Attacker> {
  const session = await sessionOf(product, await product.newMember("active"));
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  // In one transaction, so that the chat has the time of its newest message.
  const chatId = await sql.begin(async (transaction) => {
    const [chat] = await transaction<{ id: string }[]>`
      insert into public.chats (user_id, last_message_at) values (${session.user.id}, now()) returning id`;
    const id = chat?.id ?? "";
    await transaction`
      insert into public.messages (user_id, chat_id, created_at, direction, role, content)
      select ${session.user.id}, ${id}, now() - n * interval '1 second', 'inbound', 'user',
        repeat(${"“long”\n"}, 4000)
      from generate_series(0, 59) n`;
    return id;
  });
  await sql.end();
  return {
    session: { id: session.user.id, token: session.access_token },
    refreshToken: session.refresh_token,
    chatId,
  };
}

const NESTED = [
  "users?select=chats(id)",
  "users?select=chats(messages(chats(messages(content))))",
  "chats?select=id,messages(*)",
  "chats?select=messages!inner(chats(messages(*)))",
  "chats?select=words:messages!messages_chat_fkey(content)",
  "messages?select=chats(messages(*))",
  "messages?select=question:messages!reply_to(*)",
  `messages?select=${Array.from({ length: 600 }, (_, index) => `c${index}:content`).join()}`,
];

/** Reads that nest tables, that name a column 600 times, and that ask for other people's rows. */
export async function readTooMuch(
  product: RunningProduct,
  attacker: Attacker,
  others: readonly MemberSession[],
  isOver: () => boolean,
): Promise<Attempted> {
  const headers = {
    apikey: product.secrets.publishableKey,
    authorization: `Bearer ${attacker.session.token}`,
  };
  const faults: string[] = [];
  let count = 0;
  const get = async (path: string) => {
    count += 1;
    // A connection may be closed while it is used: then nothing was read.
    const response = await product.send(`/rest/v1/${path}`, { headers }).catch(() => undefined);
    if (!response) return { status: 503, text: "[]" };
    return { status: response.status, text: await response.text() };
  };
  const attack = async (shift: number) => {
    for (let index = shift; !isOver(); index += 1) {
      const path = NESTED[index % NESTED.length] ?? "";
      const { status } = await get(path);
      if (status < 400) faults.push(`${path.slice(0, 60)}: status ${status}`);
      const other = others[index % others.length]?.id ?? "";
      for (const table of ["chats", "messages"]) {
        const { text } = await get(`${table}?user_id=eq.${other}`);
        if (text !== "[]") faults.push(`${table} of somebody else: ${text.slice(0, 100)}`);
      }
      const { text } = await get("messages?select=*&limit=100000");
      if ((JSON.parse(text) as unknown[]).length > 50) faults.push("more than 50 messages");
      await sleep(PAUSE.read);
    }
  };
  await Promise.all([0, 4].map(attack));
  return { count, faults };
}

/** Asks one long question a hundred times over and leaves, again and again. */
export async function abandonRequests(
  product: RunningProduct,
  attacker: Attacker,
  isOver: () => boolean,
): Promise<Attempted> {
  let count = 0;
  while (!isOver()) {
    const body = JSON.stringify({
      chatId: crypto.randomUUID(),
      messageId: crypto.randomUUID(),
      message: "Take your time. ".repeat(500),
    });
    const leaving = new AbortController();
    const ask = () => {
      count += 1;
      const headers = {
        "content-type": "application/json",
        accept: "text/event-stream",
        authorization: `Bearer ${attacker.session.token}`,
      };
      return product
        .send("/api/start_chat", { method: "POST", headers, body, signal: leaving.signal })
        .catch(() => undefined);
    };
    const all = Array.from({ length: 100 }, ask);
    await sleep(300);
    leaving.abort();
    await Promise.all(all);
    await sleep(PAUSE.abandon);
  }
  return { count, faults: [] };
}

/** Addresses that carry the attacker's tokens, or a victim's name in them, in every place and with every word. */
export function craftLinks(victims: readonly MemberSession[], attacker: Attacker): Attempted {
  const tokens = `access_token=${attacker.session.token}&refresh_token=${attacker.refreshToken}`;
  const types = ["recovery", "signup", "magiclink", "invite", "email_change", "RECOVERY", ""];
  const faults: string[] = [];
  let count = 0;
  for (const { id } of [...victims, { id: undefined }]) {
    for (const type of types) {
      for (const [search, hash] of [
        [`?${tokens}&type=${type}`, ""],
        [`?${tokens}&type=${type}`, "#main"],
        [`?type=recovery`, `#${tokens}`],
        ["", `#${tokens}&type=${type}`],
        ["", `#${tokens}&type=${type}&type=recovery`],
        ["", `#?${tokens}&type=${type}`],
        [`?${tokens}`, `#type=${type}`],
      ] as const) {
        count += 1;
        const link = readEmailLink({ search, hash }, id);
        // A visitor may follow a link for a new password: the page names the account, and asks.
        const mayBe = id === undefined && /^#\??access_token.*?&type=recovery/.test(hash);
        if (link.type === "recovery" && !mayBe) faults.push(`tokens taken from ${hash.slice(-20)}`);
      }
    }
  }
  return { count, faults };
}
