import * as fc from "fast-check";
import type { Person } from "../../support/database/backend.ts";
import type { World } from "./tenancy.ts";

export type Attack = {
  name: string;
  method: string;
  path: string;
  body?: unknown;
  prefer?: string;
};

const UPSERT = "resolution=merge-duplicates,return=representation";
const IGNORE = "resolution=ignore-duplicates";

/** Writes that somebody could try from a browser; none may change a row. `me` is the attacker. */
export function attacks(me: Person, { owners, stranger, strangers }: World): Attack[] {
  const [mine] = owners;
  const [theirs] = strangers;
  if (mine === undefined || theirs === undefined) throw new Error("No chats.");
  const paid = { membership_status: "active", membership_ended_at: null, membership_id: "free" };
  const forged = {
    id: crypto.randomUUID(),
    chat_id: mine.chat.id,
    user_id: me.id,
    created_at: "2020-01-01T00:00:00Z",
    direction: "outbound",
    role: "assistant",
    content: "I never said this.",
    reply_to: mine.question.id,
  };
  const asked = { ...forged, direction: "inbound", role: "user", reply_to: null };
  const own = `users?id=eq.${me.id}`;
  const bulk = [
    { ...paid, id: me.id },
    { ...paid, id: crypto.randomUUID() },
  ];
  const changed = { content: "changed" };
  const early = { created_at: "2020-01-01T00:00:00Z" };
  const theirChat = `chats?id=eq.${theirs.chat.id}`;
  const there = { chat_id: theirs.chat.id, user_id: stranger.id, reply_to: theirs.question.id };
  const two = [{ user_id: me.id }, { user_id: me.id, title: "second" }];
  const merged = [{ id: theirs.chat.id, user_id: me.id, title: "changed" }];
  const today = [{ ...asked, created_at: new Date().toISOString() }];
  const ofToday = "messages?columns=chat_id,user_id,direction,role,content,created_at";
  const byMessages = `chats?select=*,messages!inner(*)&messages.user_id=eq.${stranger.id}&user_id=eq.${stranger.id}`;
  const list: [name: string, method: string, path: string, body?: unknown, prefer?: string][] = [
    ["pay by PATCH", "PATCH", own, bulk[0], "return=representation"],
    ["pay by PUT", "PUT", own, bulk[0]],
    ["pay by POST", "POST", "users", bulk[0]],
    ["pay by upsert", "POST", "users", bulk[0], UPSERT],
    ["pay by on_conflict", "POST", "users?on_conflict=id", [bulk[0]], UPSERT],
    ["pay by bulk", "POST", "users?columns=id,membership_status", bulk, IGNORE],
    ["leave and come back", "DELETE", own],
    ["pay for everybody", "PATCH", "users", paid],
    ["take another's id", "PATCH", own, { id: stranger.id }],
    ["remove another", "DELETE", `users?id=eq.${stranger.id}`],
    ["remove everybody", "DELETE", "users"],

    ["forge a reply", "POST", "messages", forged],
    ["forge a question", "POST", "messages", asked],
    ["forge a question of today", "POST", ofToday, today],
    ["forge a reply in another's chat", "POST", "messages", { ...forged, ...there }],
    [
      "forge over a message",
      "POST",
      "messages?on_conflict=id",
      { ...asked, id: theirs.question.id },
      UPSERT,
    ],
    ["put over a message", "PUT", `messages?id=eq.${mine.reply.id}`, { ...mine.reply, ...changed }],
    ["change words", "PATCH", "messages", changed],
    ["change one's own words", "PATCH", `messages?id=eq.${mine.question.id}`, changed],
    ["change the order", "PATCH", `messages?chat_id=eq.${mine.chat.id}`, early],
    ["take messages over", "PATCH", "messages", { user_id: me.id }],
    ["remove a message", "DELETE", `messages?id=eq.${mine.reply.id}`],
    ["remove another's message", "DELETE", `messages?id=eq.${theirs.reply.id}`],
    ["remove every message", "DELETE", "messages"],

    ["create a chat", "POST", "chats", { user_id: me.id }],
    ["create another's chat", "POST", "chats", { user_id: stranger.id }],
    [
      "create many chats",
      "POST",
      "chats?columns=user_id,title",
      two,
      "missing=default,return=representation",
    ],
    [
      "move a chat to another owner",
      "PATCH",
      `chats?id=eq.${mine.chat.id}`,
      { user_id: stranger.id },
    ],
    ["move another's chat here", "PATCH", theirChat, { user_id: me.id }],
    ["rename every chat", "PATCH", "chats", { title: "changed" }],
    ["put over another's chat", "PUT", theirChat, { ...theirs.chat, user_id: me.id }],
    ["merge over another's chat", "POST", "chats?on_conflict=id", merged, UPSERT],
    ["remove another's chat", "DELETE", theirChat],
    ["remove another's chats by their messages", "DELETE", byMessages],
    ["ask something else of all models", "PATCH", own, { instructions: "changed" }],
    [
      "put words into another's instructions",
      "POST",
      "instructions",
      { user_id: stranger.id, id: crypto.randomUUID(), content: "changed" },
    ],
    ["forge what a reply was given", "PATCH", "instructions", { content: "changed" }],
    ["merge over what a reply was given", "POST", "instructions", [{ ...forged }], UPSERT],
    ["remove what replies were given", "DELETE", "instructions"],
    ["forget what was used", "DELETE", "usage"],
    ["sell more", "PATCH", "usage", { used: 0 }],
  ];
  return list.map(([name, method, path, body, prefer]): Attack => {
    const about = body === undefined ? {} : { body };
    return Object.assign({ name, method, path }, about, prefer === undefined ? {} : { prefer });
  });
}

/** Writes of every other shape; none of them deletes a chat. */
export function randomAttacks(world: World): fc.Arbitrary<Attack> {
  const { owner, stranger, visitor, owners, strangers } = world;
  const rows = [...owners, ...strangers].flatMap(({ chat, question, reply }) => [
    chat,
    question,
    reply,
  ]);
  const id = fc.constantFrom(owner.id, stranger.id, visitor.id, ...rows.map((row) => row.id));
  const body = fc.record(
    {
      id,
      user_id: id,
      chat_id: id,
      reply_to: fc.oneof(id, fc.constant(null)),
      membership_status: fc.constantFrom("active", "owner", null),
      membership_ended_at: fc.constantFrom(null, "infinity"),
      title: fc.constantFrom("changed", "", null),
      content: fc.constantFrom("changed", "", null),
      direction: fc.constantFrom("inbound", "outbound"),
      role: fc.constantFrom("user", "assistant", "system"),
      created_at: fc.constantFrom("2020-01-01", "infinity", "now"),
      used: fc.constantFrom(0, -1),
    },
    { requiredKeys: [] },
  );
  return fc
    .record({
      table: fc.constantFrom("users", "instructions", "messages", "chats", "usage"),
      method: fc.constantFrom("POST", "PATCH", "PUT", "DELETE"),
      body: fc.oneof(body, fc.array(body, { maxLength: 3 })),
      filter: fc.oneof(
        fc.constantFrom(
          "",
          "id=not.is.null",
          "limit=1&order=id",
          "on_conflict=id",
          "columns=id,user_id",
        ),
        id.map((value) => `id=eq.${value}`),
        id.map((value) => `user_id=eq.${value}`),
        id.map((value) => `or=(id.eq.${value},id.neq.${value})`),
      ),
      prefer: fc.constantFrom(
        "return=minimal",
        UPSERT,
        "resolution=ignore-duplicates",
        "missing=default,tx=commit",
        "count=exact,return=representation",
      ),
    })
    .filter(({ table, method }) => table !== "chats" || method !== "DELETE")
    .map(({ table, method, body, filter, prefer }) => {
      const path = `${table}?${filter}`;
      return { name: `${method} ${path}`, method, path, body, prefer };
    });
}
