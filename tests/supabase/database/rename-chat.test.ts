import { beforeAll, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onPostgres } from "../../support/database/on-every-database.ts";
import { call, converse, effectOf, signUpPerson } from "../../support/database/turns.ts";

onPostgres("renaming a chat", (backend) => {
  let member: Person;
  let stranger: Person;

  beforeAll(async () => {
    member = await signUpPerson(backend, "member");
    stranger = await signUpPerson(backend, "stranger");
  });

  const rename = (person: Person, chatId: string, title = "Renamed") =>
    call(backend, "rename_chat", { p_user_id: person.id, p_chat_id: chatId, p_title: title });

  it("a person who renames a chat changes its title and nothing else of it", async () => {
    const { chat, reply } = await converse(backend, member, "before");
    const at = reply.created_at;
    const renamed = { ...chat, title: "Renamed", last_message_at: at, last_answer_at: at };
    expect(await rename(member, chat.id)).toEqual({ outcome: "renamed", chat: renamed });
    expect(await effectOf(backend, () => rename(member, chat.id))).toEqual({
      answer: { outcome: "renamed", chat: renamed },
      changed: false,
    });
  });

  it("a person without a membership can rename a chat", async () => {
    const former = await signUpPerson(backend, "former");
    const { chat } = await converse(backend, former, "before");
    await call(backend, "set_membership", { p_email: former.email, p_status: "expired" });
    expect(await rename(former, chat.id)).toMatchObject({ outcome: "renamed" });
  });

  it("a person who renames a chat that is absent or another member's is told that it is not there", async () => {
    const { chat } = await converse(backend, member, "before");
    const notFound = { answer: { outcome: "not_found" }, changed: false };
    expect(await effectOf(backend, () => rename(stranger, chat.id))).toEqual(notFound);
    expect(await effectOf(backend, () => rename(member, crypto.randomUUID()))).toEqual(notFound);
  });

  it("a person who renames a deleted chat is told that it is gone", async () => {
    const { chat } = await converse(backend, member, "before");
    await member.client.from("chats").delete().eq("id", chat.id);
    expect(await rename(member, chat.id)).toEqual({ outcome: "gone" });
  });
});
