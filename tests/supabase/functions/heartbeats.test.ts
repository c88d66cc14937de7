import { afterEach, expect, it, vi } from "vitest";
import { newIds, setUpDrivenProduct } from "./product.ts";

const our = setUpDrivenProduct();
afterEach(() => void vi.useRealTimers());

it("the stream of a turn says every 15 s that it is there, until it ends [calls.heartbeat]", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const response = await our.product.request("start_chat", {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${our.member.token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ ...newIds(), message: "Think about it" }),
  });
  const body = response.text();
  const call = await our.provider.next();
  const running = vi.getTimerCount();
  await vi.advanceTimersByTimeAsync(45_000);
  call.end("Done.");
  const lines = (await body).split("\n\n").filter((line) => line !== "");
  expect(lines.filter((line) => line === ":")).toHaveLength(3);
  expect(lines.at(-1)).toContain("ai_message");
  expect(running).toBeGreaterThan(0);
  expect(vi.getTimerCount()).toBe(0);
});
