import { describe, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { newIds, setUpDrivenProduct, startProduct } from "./product.ts";

const our = setUpDrivenProduct();

describe("a request without optional fields", () => {
  it("starts a chat with the default model, and sends a message with the history [models.request] [calls.start-chat] [calls.send-message]", async () => {
    const started = await our.answered("start_chat", { message: "  Hello\nthere  " }, "Hi");
    expect(started).toMatchObject({
      status: 200,
      body: {
        chat: { title: "Hello", model: "chatgpt-4", user_id: our.member.id },
        userMessage: { content: "Hello\nthere", direction: "inbound", role: "user", model: null },
        aiMessage: { content: "Hi", direction: "outbound", role: "assistant", model: "chatgpt-4" },
      },
    });
    const { chat } = started.body as { chat: { id: string; last_message_at: string } };

    const sending = our.post("send_message", { chatId: chat.id, message: "And now?" });
    const second = await our.provider.next();
    expect(second.request.messages.slice(-3)).toEqual([
      { role: "user", content: "Hello\nthere" },
      { role: "assistant", content: "Hi" },
      { role: "user", content: "And now?" },
    ]);
    second.end("More");
    const sent = await sending;
    const names = Object.keys(sent.body as object).sort();
    expect(names.join()).toBe("aiMessage,answerId,contextFrom,turnsLeft,userMessage");
    expect(await our.messagesOf(chat.id)).toHaveLength(4);
  });

  it("makes create_chat return a chat and nothing else [calls.create-chat]", async () => {
    const response = await our.product.request("create_chat", {
      headers: { authorization: `Bearer ${our.member.token}` },
    });
    expect(await response.json()).toEqual({
      chat: expect.objectContaining({ title: null, last_message_at: null, user_id: our.member.id }),
    });
  });
});

describe("the event stream of a turn", () => {
  it("holds the question, each piece as the provider sends it, and the reply [calls.stream]", async () => {
    const body = {
      chatId: await our.emptyChat(),
      message: "Count",
      messageId: crypto.randomUUID(),
    };
    const seen: string[] = [];
    const streaming = our.product.stream("send_message", body, our.member, (event) =>
      seen.push(event.type),
    );
    const call = await our.provider.next();
    expect(seen).toEqual(["user_message"]);
    call.write("one ");
    await expect.poll(() => seen).toEqual(["user_message", "delta"]);
    call.end("two");
    const events = await streaming;
    expect(events.map((event) => event.type)).toEqual([
      "user_message",
      "delta",
      "delta",
      "ai_message",
    ]);
    expect(events.at(-1)).toMatchObject({
      aiMessage: { content: "one two", reply_to: body.messageId },
    });
  });

  it("ends in an error in the product's words when the provider fails; then the same question can be sent again [reply.whole]", async () => {
    const body = { ...newIds(), message: "Try" };
    const failing = our.product.stream("start_chat", body, our.member);
    (await our.provider.next()).fail(401);
    const error = (await failing).at(-1);
    expect(error).toMatchObject({
      type: "error",
      error: expect.stringContaining("ChatGPT 4"),
      code: "provider_failed",
    });
    expect(JSON.stringify(error)).not.toMatch(/own words|sk-|127\.0\.0\.1/);
    expect(await our.messagesOf(body.chatId)).toMatchObject([{ content: "Try" }]);

    const again = our.product.stream("start_chat", body, our.member);
    await our.provider.answerNext("Done");
    expect((await again).at(-1)).toMatchObject({ type: "ai_message" });
    expect(await our.messagesOf(body.chatId)).toHaveLength(2);
  });

  it("still ends in a stored reply when the browser leaves [reply.leaving]", async () => {
    const body = { ...newIds(), message: "Go on without me" };
    const leaving = new AbortController();
    const streaming = our.product.stream("start_chat", body, our.member, () => {}, leaving.signal);
    const call = await our.provider.next();
    call.write("half ");
    leaving.abort();
    await streaming;
    call.end("and half");
    await expect
      .poll(() => our.messagesOf(body.chatId))
      .toMatchObject([{}, { content: "half and half" }]);
  });
});

describe("a member beyond the limits", () => {
  it("is refused with 429 and Retry-After, nothing is stored, and others are not affected [limits.turns]", async () => {
    const limited = await startProduct(our.product.backend, {
      TURNS_PER_MINUTE: "2",
      CHATS_PER_MINUTE: "3",
      ...our.provider.env,
    });
    const [one, other] = [await limited.member(), await limited.member()];
    const send = async (person: Person) => {
      const sending = limited.post("start_chat", { message: "Hi" }, person);
      await our.provider.answerNext("ok");
      return sending;
    };
    expect((await send(one)).status).toBe(200);
    expect((await send(one)).status).toBe(200);
    const before = await limited.tables();
    const refused = await limited.post("start_chat", { message: "Hi" }, one);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: expect.stringMatching(/again in \d+ seconds?\./),
      code: "rate_limited",
    });
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await limited.tables()).toBe(before);
    expect((await send(other)).status).toBe(200);
    await limited.post("create_chat", {}, other);
    await limited.post("create_chat", {}, other);
    expect((await limited.post("create_chat", {}, other)).status).toBe(429);
  });
});

describe("the log of a turn", () => {
  const line = () => our.product.log.at(-1) as Record<string, unknown>;

  it("is one line when the stream has ended: model, tries, first text and tokens", async () => {
    const before = our.product.log.length;
    const streaming = our.product.stream("start_chat", { message: "Hi" }, our.member);
    const call = await our.provider.next();
    expect(our.product.log).toHaveLength(before);
    call.end("Hello");
    await streaming;
    await expect.poll(() => our.product.log.length).toBe(before + 1);
    expect(line()).toEqual({
      requestId: expect.any(String),
      name: "start_chat",
      status: 200,
      model: "chatgpt-4",
      tries: 1,
      firstTextMs: expect.any(Number),
      inputTokens: 21,
      cachedTokens: 8,
      outputTokens: 5,
      ms: expect.any(Number),
    });
  });

  it("says that a reply was tried again, and why", async () => {
    const answering = our.post("start_chat", { message: "Hi" });
    (await our.provider.next()).fail(503);
    await our.provider.answerNext("Hello");
    expect((await answering).status).toBe(200);
    expect(line()).toMatchObject({ tries: 2, failure: "overloaded", providerStatus: 503 });
    expect(line()).not.toHaveProperty("code");
  });

  it("has the error's code when the stream ends in an error", async () => {
    const before = our.product.log.length;
    const streaming = our.product.stream("start_chat", { message: "Hi" }, our.member);
    (await our.provider.next()).fail(401);
    await streaming;
    await expect.poll(() => our.product.log.length).toBe(before + 1);
    expect(line()).toMatchObject({
      status: 200,
      code: "provider_failed",
      failure: "bad_key",
      providerStatus: 401,
      tries: 1,
    });
    expect(line()).not.toHaveProperty("firstTextMs");
  });
});

it("the log of a request has its id, status and error code, and no text, token or key", async () => {
  await our.post("create_chat", { chatId: "no id" });
  expect(our.product.log.at(-1)).toEqual({
    requestId: expect.any(String),
    name: "create_chat",
    status: 400,
    code: "invalid_request",
    ms: expect.any(Number),
  });
  const logged = JSON.stringify(our.product.log);
  expect(logged).toContain('"status":200');
  for (const secret of [
    our.member.token,
    our.provider.env.OPENAI_API_KEY,
    "Hello",
    "novel",
    "@example.com",
  ]) {
    expect(logged).not.toContain(secret);
  }
});
