import { afterAll, describe, expect, it } from "vitest";
import type { ErrorCode } from "../../../supabase/functions/_shared/error-codes.ts";
import { envFor } from "../../support/providers/misbehaving-provider.ts";
import { type Endpoint, startProduct } from "./product.ts";

const someId = "0b6f1f64-6a0c-4b3d-9a3e-0d8f4ec30b11";
const otherId = "2c7d61a1-58f4-4c1e-8a5b-7f3d0e9b4c22";

// Nothing listens at the providers' address: a request that passed the checks would get 502 or worse.
const product = await startProduct("pglite", envFor(9));
afterAll(product.stop);
const member = await product.member();
const created = await product.post("create_chat", {}, member);
const chatId = (created.body as { chat: { id: string } }).chat.id;

const CODES: Record<number, ErrorCode> = {
  400: "invalid_request",
  401: "unauthenticated",
  405: "method_not_allowed",
  413: "too_large",
  415: "unsupported_media_type",
};

async function expectRefusal(name: Endpoint, init: RequestInit, status: number) {
  const before = await product.tables();
  const response = await product.request(name, init);
  const body: unknown = await response.json();
  expect({ status: response.status, body }).toEqual({
    status,
    body: { error: expect.stringMatching(/^[A-Z].{5,200}$/s), code: CODES[status] },
  });
  expect(response.headers.get("cache-control")).toContain("no-store");
  expect(await product.tables()).toEqual(before);
  return body as { error: string };
}

const asMember = (
  body: string | ReadableStream,
  headers: Record<string, string> = {},
): RequestInit => ({
  headers: {
    authorization: `Bearer ${member.token}`,
    "content-type": "application/json",
    ...headers,
  },
  body,
  ...(typeof body === "string" ? {} : { duplex: "half" }),
});

const wrongValues: unknown[] = [null, 0, 1.5, true, [], ["a"], {}, { a: 1 }];

describe("a message that is", () => {
  const wrongTexts: [string, unknown][] = [
    ...wrongValues.map((value): [string, unknown] => [JSON.stringify(value), value]),
    ["absent", undefined],
    ["empty", ""],
    ["blank", " \n\t\u00a0 "],
    ["with NUL", "a\0b"],
    ["of 32,001 characters", "x".repeat(32_001)],
  ];

  it.each(wrongTexts)("%s starts no chat", async (_, message) => {
    await expectRefusal("start_chat", asMember(JSON.stringify({ message })), 400);
  });

  it.each(wrongTexts)("%s is not sent in a chat", async (_, message) => {
    await expectRefusal("send_message", asMember(JSON.stringify({ chatId, message })), 400);
  });
});

describe.each(["stop", "unlessChosen"])("send_message with %s:", (field) => {
  it.each([null, 0, 1, "yes", "true", [[]], {}])(
    "%j is refused, and sends nothing",
    async (value) => {
      const body = { chatId, messageId: someId, message: "Hello", follows: someId, [field]: value };
      await expectRefusal("send_message", asMember(JSON.stringify(body)), 400);
    },
  );
});

const answer = (answerId: unknown, model: unknown = "grok") => ({ answerId, model });
it.each([
  null,
  {},
  [],
  [answer(someId)],
  Array.from({ length: 5 }, () => answer(someId)),
  [answer(someId), answer("x")],
  [answer(someId), answer(someId, "gpt-4")],
  [answer(someId), null],
  // Not of this request, twice the same, and of another model than is asked.
  [answer(otherId), answer("7d0d5a5e-3a1b-4f0e-9c57-1be0a6d2f333")],
  [answer(someId), answer(someId, "claude-4")],
  [answer(someId, "claude-4"), answer(otherId)],
])("a message with together: %j is refused", async (together) => {
  const body = { message: "Hello", answerId: someId, model: "grok", together };
  await expectRefusal("start_chat", asMember(JSON.stringify(body)), 400);
  await expectRefusal("send_message", asMember(JSON.stringify({ ...body, chatId })), 400);
});

const wrongIds = [...wrongValues, "", "x", "gpt-4", "00000000", `${someId}0`, "' or 1=1 --"];

describe.each(["chatId", "messageId", "model", "answerId", "follows"])("a wrong %s", (field) => {
  it.each(wrongIds.map((value) => [value]))("such as %j is refused", async (value) => {
    const body = { chatId, message: "Hello", [field]: value };
    await expectRefusal("send_message", asMember(JSON.stringify(body)), 400);
    if (field === "follows") return;
    await expectRefusal(
      "start_chat",
      asMember(JSON.stringify({ ...body, chatId: field === "chatId" ? value : undefined })),
      400,
    );
  });
});

describe("a copy from", () => {
  const wrongSources = [
    ...wrongIds,
    { chatId: someId },
    { messageId: someId },
    ...wrongIds.flatMap((value) => [
      { chatId: someId, messageId: value },
      { chatId: value, messageId: someId },
    ]),
  ];

  it.each(wrongSources.map((value) => [value]))("%j is refused", async (from) => {
    await expectRefusal("start_chat", asMember(JSON.stringify({ message: "Hello", from })), 400);
  });
});

it.each(wrongIds.map((value) => [value]))(
  "send_message with stop for the answerId %j is refused, and stops nothing",
  async (answerId) => {
    const body = { chatId, messageId: someId, stop: true, answerId };
    await expectRefusal("send_message", asMember(JSON.stringify(body)), 400);
  },
);

describe.each<Endpoint>([
  "create_chat",
  "update_chat",
  "update_instructions",
  "search",
  "import_chats",
  "start_chat",
  "send_message",
])("the endpoint %s", (name) => {
  it.each(["[]", "null", "1", '"text"', "{", "undefined", "{'a':1}"])(
    "refuses the body %s [calls.errors]",
    async (body) => {
      await expectRefusal(name, asMember(body), 400);
    },
  );

  it("refuses a form and plain text with status 415", async () => {
    await expectRefusal(
      name,
      asMember("message=Hello", { "content-type": "application/x-www-form-urlencoded" }),
      415,
    );
    await expectRefusal(
      name,
      asMember('{"message":"Hello"}', { "content-type": "text/plain" }),
      415,
    );
  });

  it.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "refuses the method %s with status 405",
    async (method) => {
      await expectRefusal(
        name,
        { method, headers: { authorization: `Bearer ${member.token}` } },
        405,
      );
    },
  );

  it("refuses a body of 5 MB, and one without a length that does not end", async () => {
    await expectRefusal(name, asMember(JSON.stringify({ message: "x".repeat(5_000_000) })), 413);
    const pieces = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(32)),
    });
    await expectRefusal(name, asMember(pieces), 413);
  });

  it.each([
    ["no authorization header", {}],
    ["an empty authorization header", { authorization: "" }],
    ["the Basic scheme", { authorization: "Basic YTpi" }],
    ["a bearer header without a token", { authorization: "Bearer " }],
  ])("refuses a call with %s", async (_, headers) => {
    const { error } = await expectRefusal(
      name,
      { headers: { "content-type": "application/json", ...headers }, body: "{}" },
      401,
    );
    expect(error).toBe("No authentication token found");
  });
});

it("start_chat ignores unknown fields, and keys such as __proto__ change no object", async () => {
  const body = `{"message":"","__proto__":{"message":"x","admin":true},"constructor":{"prototype":{"admin":true}},"role":"assistant"}`;
  await expectRefusal("start_chat", asMember(body), 400);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

it("send_message returns the same bytes for another person's chat and for one that does not exist [calls.absent-chat]", async () => {
  const stranger = await product.member();
  const ask = async (id: string) => {
    const response = await product.request("send_message", {
      headers: { authorization: `Bearer ${stranger.token}`, "content-type": "application/json" },
      body: JSON.stringify({ chatId: id, message: "Hello" }),
    });
    return [response.status, await response.text()];
  };
  expect(await ask(chatId)).toEqual(await ask(crypto.randomUUID()));
  expect(await ask(chatId)).toEqual([
    404,
    JSON.stringify({ error: "This chat could not be found.", code: "not_found" }),
  ]);
});
