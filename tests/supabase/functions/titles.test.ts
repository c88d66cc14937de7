import { describe, expect, it } from "vitest";
import type { Person } from "../database/backend.ts";
import { newIds, setUpDrivenProduct } from "./driven-product.ts";

// DESIGN 3.13: create_chat gives a title to a new chat or to one that the member has.

const our = setUpDrivenProduct();

const rename = (chatId: string, title: unknown, person: Person = our.member) =>
  our.product.post("create_chat", { chatId, title }, person);

const titleOf = async (chatId: string) => {
  const rows = await our.product.backend.sql<{ title: string | null }>(
    "select title from public.chats where id = $1",
    chatId,
  );
  return rows[0]?.title;
};

async function expectUnchanged(refused: ReturnType<typeof rename>, status: number) {
  const before = await our.product.tables();
  const { status: answered, body } = await refused;
  expect({ status: answered, body }).toEqual({
    status,
    body: { error: expect.stringMatching(/^[A-Z].{5,200}$/s), code: expect.any(String) },
  });
  expect(await our.product.tables()).toEqual(before);
}

describe("a chat's title", () => {
  it("can be given when the chat is made, and the first message leaves it", async () => {
    const { chatId, messageId } = newIds();
    expect(await rename(chatId, "  A trip\n to  Rome ")).toMatchObject({
      status: 200,
      body: { chat: { id: chatId, title: "A trip to Rome" } },
    });
    const body = { chatId, messageId, message: "Where do I eat?" };
    const sending = our.product.post("send_message", body, our.member);
    const call = await our.provider.next();
    call.write("Near the river.");
    call.finish();
    expect((await sending).status).toBe(200);
    expect(await titleOf(chatId)).toBe("A trip to Rome");
  });

  it("can be changed, which changes nothing else", async () => {
    const made = await our.product.post("create_chat", { model: "grok", title: "A" }, our.member);
    const { chat } = made.body as { chat: { id: string } };
    const renamed = await rename(chat.id, "B");
    expect(renamed).toMatchObject({ status: 200, body: { chat: { ...chat, title: "B" } } });
    expect(await rename(chat.id, "B")).toMatchObject({ status: 200, body: renamed.body });
    // Without a title the chat keeps the one it has.
    const again = await our.product.post("create_chat", { chatId: chat.id }, our.member);
    expect(again.body).toEqual(renamed.body);
  });

  it("can be as long as the contract says, and is made well-formed", async () => {
    const chatId = await our.emptyChat();
    expect((await rename(chatId, ` ${"x".repeat(200)} `)).status).toBe(200);
    expect(await titleOf(chatId)).toBe("x".repeat(200));
    expect((await rename(chatId, "a\uD800b")).status).toBe(200);
    expect(await titleOf(chatId)).toBe("a\uFFFDb");
  });

  it.each([
    ["a number", 7],
    ["null", null],
    ["a list", ["A"]],
    ["nothing", ""],
    ["blanks", " \n\t\u00A0"],
    ["NUL", "a\0b"],
    ["201 characters", "x".repeat(201)],
  ])("cannot be %s", async (_, title) => {
    const chatId = await our.emptyChat();
    await rename(chatId, "Stays");
    await expectUnchanged(rename(chatId, title), 400);
    await expectUnchanged(rename(crypto.randomUUID(), title), 400);
    expect(await titleOf(chatId)).toBe("Stays");
  });
});

describe("who may rename a chat", () => {
  it("not a stranger", async () => {
    const chatId = await our.emptyChat();
    const stranger = await our.product.member();
    await expectUnchanged(rename(chatId, "Mine", stranger), 409);
    expect(await titleOf(chatId)).toBeNull();
  });

  it("nobody who is not logged in", async () => {
    const chatId = await our.emptyChat();
    await expectUnchanged(our.product.post("create_chat", { chatId, title: "Anyone's" }), 401);
  });

  it.each([
    ["on trial", "membership_status = 'trial'"],
    ["expired", "membership_status = 'expired'"],
    ["active until yesterday", "membership_ended_at = now() - interval '1 day'"],
  ])("no member who is %s", async (_, change) => {
    const member = await our.product.member();
    const chatId = crypto.randomUUID();
    await rename(chatId, "Before", member);
    await our.product.backend.sql(`update public.users set ${change} where id = $1`, member.id);
    await expectUnchanged(rename(chatId, "After", member), 403);
    expect((await rename(chatId, "After", member)).body).toEqual({
      error: "Active membership required",
      code: "membership_required",
    });
    expect(await titleOf(chatId)).toBe("Before");
  });

  it("nobody once it is deleted", async () => {
    const chatId = await our.emptyChat();
    await our.member.client.from("chats").delete().eq("id", chatId);
    await expectUnchanged(rename(chatId, "Back again"), 410);
    expect(await titleOf(chatId)).toBeUndefined();
  });
});
