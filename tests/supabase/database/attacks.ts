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
  return [
    ...onUsers({ ...paid, id: me.id }),
    { name: "pay for everybody", method: "PATCH", path: "users", body: paid },
    {
      name: "take another's id",
      method: "PATCH",
      path: `users?id=eq.${me.id}`,
      body: { id: stranger.id },
    },
    { name: "remove another", method: "DELETE", path: `users?id=eq.${stranger.id}` },
    { name: "remove everybody", method: "DELETE", path: "users" },

    { name: "forge a reply", method: "POST", path: "messages", body: forged },
    { name: "forge a question", method: "POST", path: "messages", body: asked },
    {
      name: "forge a question of today",
      method: "POST",
      path: "messages?columns=chat_id,user_id,direction,role,content,created_at",
      body: [{ ...asked, created_at: new Date().toISOString() }],
    },
    {
      name: "forge a reply in another's chat",
      method: "POST",
      path: "messages",
      body: {
        ...forged,
        chat_id: theirs.chat.id,
        user_id: stranger.id,
        reply_to: theirs.question.id,
      },
    },
    {
      name: "forge over a message",
      method: "POST",
      path: "messages?on_conflict=id",
      body: { ...asked, id: theirs.question.id },
      prefer: UPSERT,
    },
    {
      name: "put over a message",
      method: "PUT",
      path: `messages?id=eq.${mine.reply.id}`,
      body: { ...mine.reply, content: "I never said this." },
    },
    { name: "change words", method: "PATCH", path: "messages", body: { content: "changed" } },
    {
      name: "change one's own words",
      method: "PATCH",
      path: `messages?id=eq.${mine.question.id}`,
      body: { content: "changed" },
    },
    {
      name: "change the order",
      method: "PATCH",
      path: `messages?chat_id=eq.${mine.chat.id}`,
      body: { created_at: "2020-01-01T00:00:00Z" },
    },
    { name: "take messages over", method: "PATCH", path: "messages", body: { user_id: me.id } },
    { name: "remove a message", method: "DELETE", path: `messages?id=eq.${mine.reply.id}` },
    {
      name: "remove another's message",
      method: "DELETE",
      path: `messages?id=eq.${theirs.reply.id}`,
    },
    { name: "remove every message", method: "DELETE", path: "messages" },

    { name: "create a chat", method: "POST", path: "chats", body: { user_id: me.id } },
    {
      name: "create another's chat",
      method: "POST",
      path: "chats",
      body: { user_id: stranger.id },
    },
    {
      name: "create many chats",
      method: "POST",
      path: "chats?columns=user_id,title",
      body: [{ user_id: me.id }, { user_id: me.id, title: "second" }],
      prefer: "missing=default,return=representation",
    },
    {
      name: "move a chat to another owner",
      method: "PATCH",
      path: `chats?id=eq.${mine.chat.id}`,
      body: { user_id: stranger.id },
    },
    {
      name: "move another's chat here",
      method: "PATCH",
      path: `chats?id=eq.${theirs.chat.id}`,
      body: { user_id: me.id },
    },
    { name: "rename every chat", method: "PATCH", path: "chats", body: { title: "changed" } },
    {
      name: "put over another's chat",
      method: "PUT",
      path: `chats?id=eq.${theirs.chat.id}`,
      body: { ...theirs.chat, user_id: me.id },
    },
    {
      name: "merge over another's chat",
      method: "POST",
      path: "chats?on_conflict=id",
      body: [{ id: theirs.chat.id, user_id: me.id, title: "changed" }],
      prefer: UPSERT,
    },
    { name: "remove another's chat", method: "DELETE", path: `chats?id=eq.${theirs.chat.id}` },
    {
      name: "remove another's chats by their messages",
      method: "DELETE",
      path: `chats?select=*,messages!inner(*)&messages.user_id=eq.${stranger.id}&user_id=eq.${stranger.id}`,
    },
    { name: "forget what was used", method: "DELETE", path: "usage" },
    { name: "sell more", method: "PATCH", path: "usage", body: { used: 0 } },
  ];
}

function onUsers(paid: { id: string }): Attack[] {
  const own = `users?id=eq.${paid.id}`;
  return [
    {
      name: "pay by PATCH",
      method: "PATCH",
      path: own,
      body: paid,
      prefer: "return=representation",
    },
    { name: "pay by PUT", method: "PUT", path: own, body: paid },
    { name: "pay by POST", method: "POST", path: "users", body: paid },
    { name: "pay by upsert", method: "POST", path: "users", body: paid, prefer: UPSERT },
    {
      name: "pay by on_conflict",
      method: "POST",
      path: "users?on_conflict=id",
      body: [paid],
      prefer: UPSERT,
    },
    {
      name: "pay by bulk",
      method: "POST",
      path: "users?columns=id,membership_status",
      body: [paid, { ...paid, id: crypto.randomUUID() }],
      prefer: "resolution=ignore-duplicates",
    },
    { name: "leave and come back", method: "DELETE", path: own },
  ];
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
      table: fc.constantFrom("users", "messages", "chats", "usage"),
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
