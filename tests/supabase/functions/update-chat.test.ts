import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../../supabase/functions/_shared/error-codes.ts";
import type { Person } from "../../support/database/backend.ts";
import { newIds, setUpDrivenProduct } from "./product.ts";

const our = setUpDrivenProduct();

const rename = (chatId: string, title: unknown, person: Person = our.member) =>
  our.product.post("update_chat", { chatId, title }, person);

const titleOf = async (chatId: string) => {
  const rows = await our.sql<{ title: string | null }>(
    "select title from public.chats where id = $1",
    chatId,
  );
  return rows[0]?.title;
};

async function expectRefused(
  send: () => ReturnType<typeof rename>,
  status: number,
  code: ErrorCode,
) {
  const before = await our.product.tables();
  const refused = await send();
  expect(refused).toMatchObject({
    status,
    body: { error: expect.stringMatching(/^[A-Z].{5,200}$/s), code },
  });
  expect(await our.product.tables()).toEqual(before);
  return refused.body;
}

describe("update_chat with a title", () => {
  it("puts the title on one line, changes nothing else of the chat and returns it [calls.update-chat]", async () => {
    const made = await our.post("create_chat", { model: "grok" });
    const { chat } = made.body as { chat: { id: string } };
    const renamed = await rename(chat.id, "  A trip\n to  Rome ");
    expect(renamed).toMatchObject({
      status: 200,
      body: { chat: { ...chat, title: "A trip to Rome" } },
    });
    expect(Object.keys(renamed.body as object)).toEqual(["chat"]);
    expect(await rename(chat.id, "A trip to Rome")).toMatchObject({
      status: 200,
      body: renamed.body,
    });
    expect(await titleOf(chat.id)).toBe("A trip to Rome");
  });

  it("gives an empty chat a title that its first message leaves", async () => {
    const chatId = await our.emptyChat();
    await rename(chatId, "A trip to Rome");
    const body = { ...newIds(), chatId, message: "Where do I eat?" };
    expect((await our.answered("send_message", body, "Near the river.")).status).toBe(200);
    expect(await titleOf(chatId)).toBe("A trip to Rome");
  });

  it("takes 200 characters and makes them well-formed", async () => {
    const chatId = await our.emptyChat();
    expect((await rename(chatId, ` ${"x".repeat(200)} `)).status).toBe(200);
    expect(await titleOf(chatId)).toBe("x".repeat(200));
    expect((await rename(chatId, "a\uD800b")).status).toBe(200);
    expect(await titleOf(chatId)).toBe("a\uFFFDb");
  });

  it("ignores fields it does not know", async () => {
    const chatId = await our.emptyChat();
    const body = { chatId, title: "Mine", user_id: crypto.randomUUID(), model: "grok" };
    expect(await our.post("update_chat", body)).toMatchObject({
      status: 200,
      body: { chat: { id: chatId, title: "Mine", user_id: our.member.id, model: "chatgpt-4" } },
    });
  });

  it.each([
    ["a number", 7],
    ["null", null],
    ["absent", undefined],
    ["a list", ["A"]],
    ["nothing", ""],
    ["blanks", " \n\t\u00A0"],
    ["NUL", "a\0b"],
    ["201 characters", "x".repeat(201)],
  ])("refuses a title that is %s", async (_, title) => {
    const chatId = await our.emptyChat();
    await rename(chatId, "Stays");
    await expectRefused(() => rename(chatId, title), 400, "invalid_request");
    expect(await titleOf(chatId)).toBe("Stays");
  });

  it.each([undefined, null, 7, "", "x", []])("refuses the chat id %j", async (chatId) => {
    await expectRefused(() => rename(chatId as string, "Title"), 400, "invalid_request");
  });
});

describe("who may rename a chat", () => {
  it.each([
    ["is on trial", "membership_status = 'trial'"],
    ["has an expired membership", "membership_status = 'expired'"],
    ["was a member until yesterday", "membership_ended_at = now() - interval '1 day'"],
  ])("a person who %s may", async (_, change) => {
    const person = await our.product.member();
    const made = await our.product.post("create_chat", {}, person);
    const { chat } = made.body as { chat: { id: string } };
    await our.sql(`update public.users set ${change} where id = $1`, person.id);
    expect((await rename(chat.id, "Kept in order", person)).status).toBe(200);
    expect(await titleOf(chat.id)).toBe("Kept in order");
  });

  it("a stranger gets the same bytes for another's chat as for one that does not exist", async () => {
    const chatId = await our.emptyChat();
    const stranger = await our.product.member();
    const refusal = await expectRefused(() => rename(chatId, "Mine", stranger), 404, "not_found");
    const absent = await rename(crypto.randomUUID(), "Mine", stranger);
    expect(absent).toMatchObject({ status: 404, body: refusal });
    expect(JSON.stringify(absent.body)).toBe(JSON.stringify(refusal));
    expect(await titleOf(chatId)).toBeNull();
  });

  it("a visitor who is not signed in may not", async () => {
    const chatId = await our.emptyChat();
    const send = () => our.product.post("update_chat", { chatId, title: "Anyone's" });
    await expectRefused(send, 401, "unauthenticated");
  });

  it("its owner may not once the chat is deleted", async () => {
    const chatId = await our.emptyChat();
    await our.member.client.from("chats").delete().eq("id", chatId);
    await expectRefused(() => rename(chatId, "Back again"), 410, "gone");
    expect(await titleOf(chatId)).toBeUndefined();
  });
});

it("create_chat takes no title: it makes no titled chat and renames none", async () => {
  const { chatId } = newIds();
  const body = { chatId, title: "From the start" };
  for (const _ of ["a new chat", "a chat that exists"]) {
    expect(await our.post("create_chat", body)).toMatchObject({
      status: 200,
      body: { chat: { id: chatId, title: null } },
    });
  }
});

describe("update_chat with restore", () => {
  const restore = (chatId: string, restored: unknown = true, person: Person = our.member) =>
    our.product.post("update_chat", { chatId, restore: restored }, person);
  const remove = (chatId: string) => our.sql("delete from public.chats where id = $1", chatId);

  it("brings a deleted chat back and returns it, also without a membership and a second time [calls.restore]", async () => {
    const chatId = await our.emptyChat();
    const [chat] = await our.sql<{ title: string | null }>(
      "select id, title, model, created_at from public.chats where id = $1",
      chatId,
    );
    await remove(chatId);
    for (const _ of [1, 2]) {
      const restored = await restore(chatId);
      expect(restored).toMatchObject({ status: 200, body: { chat: { id: chatId, title: null } } });
    }
    expect(
      await our.sql("select id, title, model, created_at from public.chats where id = $1", chatId),
    ).toEqual([chat]);
  });

  it("counts like a new chat: at that limit it is refused with 429 and says when to try again [limits.chats]", async () => {
    const chatId = await our.emptyChat();
    await remove(chatId);
    const setUsed = (count: number) =>
      our.sql(
        "update private.usage set used = $2 where user_id = $1 and kind = 'chats_minute'",
        our.member.id,
        count,
      );
    await setUsed(1000);
    const refusal = await expectRefused(() => restore(chatId), 429, "rate_limited");
    expect(refusal).toMatchObject({ error: expect.stringContaining("Please try again in") });
    await setUsed(1);
    expect((await restore(chatId)).status).toBe(200);
  });

  it("refuses an absent chat with 404, one deleted ten minutes ago with 410, and anything but true with 400", async () => {
    const chatId = await our.emptyChat();
    await remove(chatId);
    await our.sql(
      "update private.deleted_chats set deleted_at = deleted_at - interval '10 minutes' where id = $1",
      chatId,
    );
    await expectRefused(() => restore(chatId), 410, "gone");
    await expectRefused(() => restore(crypto.randomUUID()), 404, "not_found");
    for (const wrong of ["true", 1, null]) {
      await expectRefused(() => restore(chatId, wrong), 400, "invalid_request");
    }
  });
});

describe("update_chat with an answer", () => {
  const choose = (chatId: string, answerId: unknown, person: Person = our.member) =>
    our.product.post("update_chat", { chatId, answerId }, person);

  it("keeps which answer was chosen and returns the chat, also without a membership [calls.choose]", async () => {
    const { chatId } = newIds();
    const answerId = crypto.randomUUID();
    const body = { chatId, answerId, message: "Which one?" };
    expect((await our.answered("start_chat", body, "This one.")).status).toBe(200);
    const chosen = { status: 200, body: { chat: { id: chatId, chosen_answer: answerId } } };
    expect(await choose(chatId, answerId)).toMatchObject(chosen);
    expect(await choose(chatId, answerId)).toMatchObject(chosen);
    const both = await our.post("update_chat", { chatId, answerId, title: "Renamed" });
    expect(both).toMatchObject({ body: { chat: { title: "Renamed", chosen_answer: answerId } } });

    const stranger = await our.product.member();
    await expectRefused(() => choose(chatId, answerId, stranger), 404, "not_found");
    await expectRefused(() => choose(chatId, crypto.randomUUID()), 404, "not_found");
    await expectRefused(() => choose(chatId, "this one"), 400, "invalid_request");
    await our.sql("delete from public.chats where id = $1", chatId);
    await expectRefused(() => choose(chatId, answerId), 410, "gone");
  });
});

describe("update_chat with what was seen", () => {
  const see = (chatId: string, seen: unknown, person: Person = our.member) =>
    our.product.post("update_chat", { chatId, seen }, person);

  it("keeps up to which reply the chat was seen and returns the chat [calls.seen]", async () => {
    const { chatId } = newIds();
    await our.answered("start_chat", { chatId, message: "What is new?" }, "This is.");
    const [stored] = await our.sql<{ at: string }>(
      "select to_jsonb(last_answer_at) #>> '{}' as at from public.chats where id = $1",
      chatId,
    );
    const at = stored?.at ?? "";
    expect(await see(chatId, at)).toMatchObject({ status: 200, body: { chat: { seen_at: at } } });

    const stranger = await our.product.member();
    await expectRefused(() => see(chatId, at, stranger), 404, "not_found");
    for (const wrong of [
      true,
      null,
      "now",
      "infinity",
      "0000-01-01T00:00:00Z",
      `${at.slice(0, -6)}+23:00`,
    ]) {
      await expectRefused(() => see(chatId, wrong), 400, "invalid_request");
    }
    await our.sql("delete from public.chats where id = $1", chatId);
    await expectRefused(() => see(chatId, at), 410, "gone");
  });
});
