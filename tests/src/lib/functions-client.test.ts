import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { postImport } from "#features/import/import-api.ts";
import { post, RequestError, stream } from "#lib/functions-client.ts";
import { NoSessionError, storedUser, withToken } from "#lib/session.ts";

vi.mock(import("#lib/session.ts"), async (original) => ({
  ...(await original()),
  withToken: vi.fn<typeof withToken>(),
  storedUser: vi.fn<typeof storedUser>(),
}));

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  vi.mocked(withToken).mockImplementation((request) => request("token"));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

async function failureOf(call: Promise<unknown>): Promise<RequestError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RequestError);
  return error as RequestError;
}

function failureWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  fetched.mockResolvedValue(Response.json(body, { status, headers }));
  return failureOf(post("create_chat"));
}

describe("a refused call", () => {
  test("carries the server's code and text", async () => {
    const body = { error: "Grok is not set up here.", code: "model_unavailable" };
    expect(await failureWith(503, body)).toMatchObject({
      message: "Grok is not set up here.",
      code: "model_unavailable",
      status: 503,
      retryable: true,
    });
  });

  test.each([
    [400, "invalid_request"],
    [401, "unauthenticated"],
    [403, "unavailable"],
    [404, "unavailable"],
    [405, "method_not_allowed"],
    [408, "timed_out"],
    [409, "unavailable"],
    [410, "unavailable"],
    [413, "too_large"],
    [414, "invalid_request"],
    [415, "unsupported_media_type"],
    [429, "rate_limited"],
    [500, "internal"],
    [502, "provider_failed"],
    [503, "unavailable"],
    [504, "timed_out"],
    [507, "unavailable"],
  ])("with status %d and no code gets the code %s", async (status, code) => {
    expect((await failureWith(status, { error: "No." })).code).toBe(code);
    expect((await failureWith(status, { error: "No.", code: "of_next_year" })).code).toBe(code);
  });

  test("with 401 while the session lives says nothing of a session, and can be tried again [session.refused]", async () => {
    const body = { error: "Your session has ended.", code: "unauthenticated" };
    expect(await failureWith(401, body)).toMatchObject({
      code: "unauthenticated",
      message: "Your session has ended.",
      retryable: false,
    });
    vi.mocked(storedUser).mockReturnValue({ id: "ann", email: "", createdAt: "" });
    expect(await failureWith(401, body)).toMatchObject({
      code: "unavailable",
      message: "Failed to create chat",
      retryable: true,
    });
  });

  test("with status 404 and no code of ours can be tried again", async () => {
    expect((await failureWith(404, "No such page")).retryable).toBe(true);
    expect((await failureWith(404, { error: "No.", code: "not_found" })).retryable).toBe(false);
  });

  test("gets the fallback text when the body is no JSON, is empty, or has no text", async () => {
    for (const body of [null, [], 7, {}, { error: "  " }, { error: { message: "x" } }]) {
      expect((await failureWith(500, body)).message).toBe("Failed to create chat");
    }
    fetched.mockResolvedValue(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    expect(await failureOf(post("send_message"))).toMatchObject({
      message: "Failed to send message",
      code: "provider_failed",
    });
  });

  test("says after how many seconds to try again", async () => {
    const body = { error: "Slow down.", code: "rate_limited" };
    expect(await failureWith(429, body, { "retry-after": "34" })).toMatchObject({
      retryable: true,
      retryAfterSeconds: 34,
    });
    expect((await failureWith(429, body)).retryAfterSeconds).toBeUndefined();
  });
});

test("a call without a session is not sent and has the code and the text of a refused one [session.no-token]", async () => {
  vi.mocked(withToken).mockRejectedValue(new NoSessionError());
  expect(await failureOf(post("create_chat"))).toMatchObject({
    message: "No authentication token found",
    code: "unauthenticated",
    status: 401,
  });
  expect(fetched).not.toHaveBeenCalled();
});

test("a call of somebody who is no longer the one signed in is not sent [session.author]", async () => {
  vi.mocked(withToken).mockImplementation(async (request, userId) => {
    if (userId === "ann") throw new NoSessionError();
    return request("token of bea");
  });
  const unauthenticated = { code: "unauthenticated", status: 401 };
  expect(await failureOf(post("send_message", {}, { userId: "ann" }))).toMatchObject(
    unauthenticated,
  );
  const onEvent = () => {};
  expect(await failureOf(stream("send_message", {}, { onEvent, userId: "ann" }))).toMatchObject(
    unauthenticated,
  );
  expect(fetched).not.toHaveBeenCalled();
});

test("a call names the region of the database, where the build knows it", async () => {
  const regionOf = async (region: string | undefined) => {
    vi.resetModules();
    vi.stubEnv("VITE_SUPABASE_REGION", region);
    fetched.mockResolvedValue(Response.json({}));
    const fresh = await import("#lib/functions-client.ts");
    const session = await import("#lib/session.ts");
    vi.mocked(session.withToken).mockImplementation((request) => request("token"));
    await fresh.post("create_chat");
    vi.unstubAllEnvs();
    return new Headers(fetched.mock.lastCall?.[1]?.headers).get("x-region");
  };
  expect(await regionOf("eu-central-1")).toBe("eu-central-1");
  expect(await regionOf(undefined)).toBeNull();
});

test("a call sends JSON that was made elsewhere as it is", async () => {
  fetched.mockImplementation(async () => Response.json({}));
  const body = new TextEncoder().encode('{"a":1}').buffer;
  await post("import_chats", body);
  expect(fetched.mock.lastCall?.[1]?.body).toBe(body);
  await post("import_chats", { a: 1 });
  expect(fetched.mock.lastCall?.[1]?.body).toBe('{"a":1}');
});

test("a call that reaches no server has the code network", async () => {
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  const network = { code: "network", status: 0, message: "Failed to create chat", retryable: true };
  expect(await failureOf(post("create_chat"))).toMatchObject(network);
  vi.mocked(withToken).mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await failureOf(post("create_chat"))).toMatchObject(network);
});

test.each([
  ["30 s", 30, () => post("create_chat")],
  ["158 s, where 2 MiB are imported", 158, () => postImport("", new ArrayBuffer(2 * 1024 * 1024))],
])("a call that nobody answers has the code network after %s", async (_, seconds, call) => {
  vi.useFakeTimers();
  fetched.mockImplementation(
    (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  );
  const ended = vi.fn<(error: unknown) => void>();
  void call().catch(ended);
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: "network", status: 0 }));
});

test("a stream that says nothing for 45 s has the code network, and one with a heartbeat goes on [calls.heartbeat]", async () => {
  vi.useFakeTimers();
  let beat = () => {};
  fetched.mockImplementation(async (_, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        beat = () => controller.enqueue(new TextEncoder().encode(":\n\n"));
        init?.signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
      },
    });
    return new Response(body);
  });
  const ended = vi.fn<(error: unknown) => void>();
  void stream("start_chat", {}, { onEvent: () => {} }).catch(ended);
  for (let minute = 0; minute < 3 * 60; minute += 15) {
    await vi.advanceTimersByTimeAsync(15_000);
    beat();
  }
  await vi.advanceTimersByTimeAsync(44_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: "network" }));
});

test("a stream that ends before its last event has the code network", async () => {
  fetched.mockResolvedValue(new Response('data: {"type":"delta","text":"Hel"}\n\n'));
  const seen: unknown[] = [];
  const call = stream("start_chat", {}, { onEvent: (event) => seen.push(event) });
  expect(await failureOf(call)).toMatchObject({ code: "network", message: "Failed to start chat" });
  expect(seen).toEqual([{ type: "delta", text: "Hel" }]);
});
