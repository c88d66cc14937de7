import { afterEach, describe, expect, it, vi } from "vitest";
import type { Backend } from "../../../supabase/functions/_shared/database/backend.ts";
import type { Begun } from "../../../supabase/functions/_shared/database/outcomes.ts";
import { startRequestLog } from "../../../supabase/functions/_shared/request-log.ts";
import { waitForAnswer } from "../../../supabase/functions/_shared/turn/wait-for-answer.ts";
import { newIds, setUpDrivenProduct } from "./product.ts";

const PATIENT = { timeout: 30_000 };

afterEach(() => void vi.useRealTimers());

/** Waits for an answer whose reply may take ten minutes. `call` answers for the database. */
function waitWith(call: (name: string) => Promise<unknown>) {
  return waitForAnswer(
    { call } as unknown as Backend,
    "ann",
    { question: { id: "q1" }, answer: { id: "a1" } } as Begun,
    {
      left: new AbortController().signal,
      requestLog: startRequestLog(() => {}, {}),
      replyMs: 600_000,
    },
  );
}

it("a request that waits looks after 0.5 s, then each time 1.6 times as late, at last every 5 s [limits.waiting]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const looks = [performance.now()];
  const call = async () => {
    looks.push(performance.now());
    return { outcome: looks.length <= 8 ? "running" : "free" };
  };
  const waiting = waitWith(call);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await waiting).toEqual({ outcome: "free" });
  const waits = looks.slice(1).map((time, index) => Math.round(time - (looks[index] ?? 0)));
  expect(waits).toEqual([500, 800, 1280, 2048, 3276, 5000, 5000, 5000]);
});

it("a request waits longer than the longest reply, and makes room when it gives up [limits.waiting]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const called: string[] = [];
  const call = async (name: string) => {
    called.push(name);
    return { outcome: "running" };
  };
  let failure: unknown;
  waitWith(call).catch((error: unknown) => (failure = error));
  await vi.advanceTimersByTimeAsync(665_000);
  expect([failure, called.includes("leave_turn")]).toEqual([undefined, false]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(failure).toMatchObject({ status: 504, code: "timed_out" });
  expect(called.filter((name) => name === "leave_turn")).toHaveLength(1);
});

describe("requests for an answer that another one writes", () => {
  const our = setUpDrivenProduct();

  async function whileAnswering() {
    const body = { ...newIds(), message: "Take your time" };
    const first = our.post("start_chat", body);
    const call = await our.provider.next();
    const rpc = vi.spyOn(our.product.backend.service, "rpc");
    const calls = (name: string) => rpc.mock.calls.filter(([called]) => called === name).length;
    const answer = async () => {
      call.end("Here");
      expect((await first).status).toBe(200);
      rpc.mockRestore();
    };
    return { body, calls, answer, all: () => rpc.mock.calls.length - calls("renew_turn") };
  }

  it("leave with their client: twenty that are abandoned ask the database no more [limits.waiting]", async () => {
    const { body, calls, all, answer } = await whileAnswering();
    const leaving = new AbortController();
    const statuses: number[] = [];
    const asking = Array.from({ length: 20 }, async () => {
      const response = await our.product.request("send_message", {
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${our.member.token}`,
        },
        body: JSON.stringify(body),
        signal: leaving.signal,
      });
      statuses.push(response.status);
    });
    await expect.poll(() => statuses.length, PATIENT).toBe(17);
    expect(new Set(statuses)).toEqual(new Set([429]));
    leaving.abort();
    await Promise.all(asking);
    // Each has asked once how it stands; the three that wait look a few times at most, and say that they leave.
    expect([calls("begin_turn"), calls("leave_turn")]).toEqual([20, 3]);
    const after = all();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(all()).toBe(after);
    await answer();
  });

  it("make room when their stream is left", async () => {
    const { body, calls, answer } = await whileAnswering();
    const leaving = new AbortController();
    const streaming = our.product.stream(
      "send_message",
      body,
      our.member,
      () => leaving.abort(),
      leaving.signal,
    );
    await streaming;
    await expect.poll(() => calls("leave_turn"), PATIENT).toBe(1);
    await answer();
  });

  it("take the question over when the one that wrote gave up", async () => {
    const body = { ...newIds(), message: "Try" };
    const first = our.post("start_chat", body);
    const call = await our.provider.next();
    const second = our.post("send_message", body);
    await expect
      .poll(
        () =>
          our.sql(
            "select from private.attempts where question_id = $1 and waiting = 1",
            body.messageId,
          ),
        PATIENT,
      )
      .toHaveLength(1);
    call.fail(401);
    expect((await first).status).toBe(502);
    await our.provider.answerNext("Done");
    expect(await second).toMatchObject({ status: 200, body: { aiMessage: { content: "Done" } } });
  });

  it("end with the reply that its person stops before its first word, and nobody is asked again [reply.stop-unwritten]", async () => {
    const body = { ...newIds(), message: "Think it over" };
    const first = our.post("start_chat", body);
    const call = await our.provider.next();
    const second = our.post("send_message", body);
    const { chatId, messageId } = body;
    const waiting = () =>
      our.sql("select from private.attempts where question_id = $1 and waiting = 1", messageId);
    await expect.poll(waiting, PATIENT).toHaveLength(1);
    const asked = our.provider.count();
    expect((await our.post("send_message", { chatId, messageId, stop: true })).status).toBe(200);
    await call.closed;
    const text = "The reply was stopped before anything was written.";
    for (const request of [first, second])
      expect(await request).toMatchObject({ status: 409, body: { error: text } });
    expect(our.provider.count()).toBe(asked);
  });

  it("get the successor's answer when their claim was taken over", async () => {
    const body = { ...newIds(), message: "Are you asleep?" };
    const stalled = our.post("start_chat", body);
    const call = await our.provider.next();
    // As after 20 seconds in which the first worker did nothing.
    await our.sql(
      "update private.attempts set claimed_until = now() where question_id = $1",
      body.messageId,
    );
    const successor = our.post("send_message", body);
    const next = await our.provider.next();
    call.end("Awake again");
    next.end("In its place");
    for (const answer of [await stalled, await successor]) {
      expect(answer).toMatchObject({
        status: 200,
        body: { aiMessage: { content: "In its place" } },
      });
    }
    expect(await our.messagesOf(body.chatId)).toHaveLength(2);
  });
});
