import { describe, expect, it } from "vitest";
import { newIds, setUpDrivenProduct } from "./product.ts";

describe("stopping and deleting", () => {
  const our = setUpDrivenProduct("postgres");

  async function stopAfter(pieces: string[]) {
    const body = { ...newIds(), message: "Write a novel" };
    const leaving = new AbortController();
    const deltas: string[] = [];
    const streaming = our.product.stream(
      "start_chat",
      body,
      our.member,
      (event) => event.type === "delta" && deltas.push(event.text),
      leaving.signal,
    );
    const call = await our.provider.next();
    for (const piece of pieces) call.write(piece);
    await expect.poll(() => deltas.join("")).toBe(pieces.join(""));
    const stop = { chatId: body.chatId, messageId: body.messageId, stop: true };
    expect(await our.post("send_message", stop)).toMatchObject({
      status: 200,
      body: { stopped: true },
    });
    leaving.abort();
    await streaming;
    await call.closed;
    return body;
  }

  it("a person who stops a reply keeps what was written so far, and the provider is cut off", async () => {
    const body = await stopAfter(["It was ", "a dark"]);
    await expect
      .poll(() => our.messagesOf(body.chatId))
      .toMatchObject([{}, { content: "It was a dark", model: "chatgpt-4" }]);
  });

  it("a stranger who stops a chat gets the refusal of one who stops a question that does not exist", async () => {
    const stranger = await our.product.member();
    const chatId = await our.emptyChat();
    const stop = { chatId, messageId: crypto.randomUUID(), stop: true };
    const absent = await our.product.post("send_message", stop, stranger);
    expect(absent.status).toBe(404);
    expect((await our.post("send_message", stop)).body).toEqual(absent.body);
  });

  it("a person who deletes a chat while a reply is written finds all that was written of it after the Undo [chats.undo-running]", async () => {
    const body = { ...newIds(), message: "Write a novel" };
    const heard: string[] = [];
    const leaving = new AbortController();
    const streaming = our.product.stream(
      "start_chat",
      body,
      our.member,
      (event) => event.type === "delta" && heard.push(event.text),
      leaving.signal,
    );
    const call = await our.provider.next();
    call.write("It was a dark");
    await expect.poll(() => heard.join("")).toBe("It was a dark");
    const { error } = await our.member.client.from("chats").delete().eq("id", body.chatId);
    expect(error).toBeNull();
    leaving.abort();
    await streaming;
    await call.closed;
    const undo = { chatId: body.chatId, restore: true };
    const restored = await our.post("update_chat", undo);
    expect(restored.status).toBe(200);
    const attempts = () =>
      our.sql(
        "select content, failure, claimed_until from private.attempts where chat_id = $1",
        body.chatId,
      );
    await expect
      .poll(attempts)
      .toEqual([{ content: "It was a dark", failure: "gone", claimed_until: null }]);
  });

  it("a chat that is deleted while its reply is written stays deleted, whatever is retried [chats.delete-final]", async () => {
    const body = { ...newIds(), message: "Too late" };
    const sending = our.post("start_chat", body);
    const call = await our.provider.next();
    // The same question by another request, which waits for the reply and must not create the chat again.
    const waiting = our.post("send_message", body);
    call.write("never seen");
    const { error } = await our.member.client.from("chats").delete().eq("id", body.chatId);
    expect(error).toBeNull();
    call.finish();
    expect((await sending).status).toBe(410);
    // 410 when it came after the deletion.
    expect([404, 410]).toContain((await waiting).status);
    // Retries that come late bring nothing back.
    expect(await our.post("start_chat", body)).toMatchObject({
      status: 410,
      body: { error: "This chat has been deleted.", code: "gone" },
    });
    expect((await our.post("create_chat", body)).status).toBe(410);
    const send = (chatId: string, person = our.member) =>
      our.product.post("send_message", { chatId, message: "Still there?" }, person);
    expect(await send(body.chatId)).toMatchObject({ status: 410, body: { code: "gone" } });
    // For a stranger, and for everybody after ten minutes, it is as if it had never been.
    const absent = await send(crypto.randomUUID());
    expect(absent).toMatchObject({ status: 404, body: { code: "not_found" } });
    const stranger = await send(body.chatId, await our.product.member());
    expect([stranger.status, stranger.body]).toEqual([404, absent.body]);
    await our.sql(
      "update private.deleted_chats set deleted_at = deleted_at - interval '10 minutes' where id = $1",
      body.chatId,
    );
    const late = await send(body.chatId);
    expect([late.status, late.body]).toEqual([404, absent.body]);
    await our.sql("select private.purge_chats(1000)");
    expect(await our.messagesOf(body.chatId)).toEqual([]);
    expect(await our.sql("select 1 from public.chats where id = $1", body.chatId)).toEqual([]);
  });
});
