import { expect, it } from "vitest";
import { onPostgres, personOn } from "../../support/database/on-every-database.ts";
import {
  askIn,
  call,
  converse,
  finish,
  signUpPerson,
  undoDeletion,
} from "../../support/database/turns.ts";

onPostgres("seeing a chat", (backend) => {
  const stranger = personOn(backend, "stranger");

  it("a chat's seen time ends at its newest reply, never goes back, and is restored with it, also without a membership [calls.seen]", async () => {
    const former = await signUpPerson(backend, "seer");
    const { chat, reply } = await converse(backend, former, "before");
    await call(backend, "set_membership", { p_email: former.email, p_status: "expired" });
    const see = (p_seen: string, p_user_id = former.id) =>
      call(backend, "see_chat", { p_user_id, p_chat_id: chat.id, p_seen });
    const at = reply.created_at;
    const unseen = {
      ...chat,
      last_message_at: at,
      last_answer_at: at,
      seen_at: chat.created_at,
    };
    expect(await see("2001-01-01T00:00:00Z")).toEqual({ outcome: "seen", chat: unseen });
    const seen = { outcome: "seen", chat: { ...unseen, seen_at: at } };
    // Nobody has seen what is still to come.
    expect(await see("2999-01-01T00:00:00Z")).toEqual(seen);
    expect(await see(chat.created_at)).toEqual(seen);
    expect(await see(at, stranger.id)).toEqual({ outcome: "not_found" });

    await former.client.from("chats").delete().eq("id", chat.id);
    expect(await see(at)).toEqual({ outcome: "gone" });
    expect(await undoDeletion(backend, former, chat.id)).toMatchObject({ chat: { seen_at: at } });
  });

  it("a chat of before this was kept counts as seen up to its next reply", async () => {
    const member = await signUpPerson(backend, "old-hand");
    const { chat, reply } = await converse(backend, member, "before");
    const stored = async () => {
      const [row] = await backend.sql<{ seen_at: string | null }>(
        "select to_jsonb(seen_at) #>> '{}' as seen_at from public.chats where id = $1",
        chat.id,
      );
      return row;
    };
    await backend.sql("update public.chats set seen_at = null where id = $1", chat.id);
    await call(backend, "see_chat", {
      p_user_id: member.id,
      p_chat_id: chat.id,
      p_seen: reply.created_at,
    });
    expect(await stored()).toMatchObject({ seen_at: null });
    const { question } = await askIn(backend, member, chat.id);
    await finish(backend, member, question?.id ?? "");
    expect(await stored()).toMatchObject({ seen_at: reply.created_at });
  });
});
