import { createServer } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { newTableClient } from "#lib/database-client.ts";
import { serveLocally } from "../../support/serve-locally.ts";

afterEach(() => void vi.useRealTimers());

it.each([
  ["nobody answers", false],
  ["an answer begins and never ends", true],
])("a read of tables that %s fails after 30 s [calls.end]", async (_, begins) => {
  const server = await serveLocally(
    createServer((_, response) => begins && response.writeHead(200).write("[")),
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const client = newTableClient(server.origin, "key", (call) => call("token"));
  const ended = vi.fn<(read: { error: unknown }) => void>();
  void client.from("chats").select("id").then(ended);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect(ended.mock.lastCall?.[0].error).not.toBeNull();
  await server.stop();
});
