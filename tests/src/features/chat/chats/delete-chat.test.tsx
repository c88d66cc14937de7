import { beforeEach, expect, it, vi } from "vitest";
import { offerKeptUndo, offerUndo } from "#features/chat/chats/delete-chat.ts";
import type * as chatApi from "#features/chat/data/chat-api.ts";
import { changeChat } from "#features/chat/data/chat-api.ts";
import { RequestError } from "#lib/functions-client.ts";
import { type Notice, showNotices } from "#lib/notices.ts";
import type * as session from "#lib/session.ts";
import { chat } from "../../../../support/chat-rows.ts";

const USER = "00000000-0000-4000-8000-0000000000aa";

vi.mock("#features/chat/data/chat-api.ts", async (original) => ({
  ...(await original<typeof chatApi>()),
  changeChat: vi.fn<typeof chatApi.changeChat>(),
}));
vi.mock("#lib/session.ts", async (original) => ({
  ...(await original<typeof session>()),
  serverTime: (at = Date.now()) => at + ahead,
  currentSession: () => ({
    status: "signed-in",
    user: { id: "00000000-0000-4000-8000-0000000000aa", email: "", createdAt: "" },
  }),
}));

let ahead = 0;
const cut = () => new RequestError("Cut", { status: 0, code: "network", retryable: true });

let shown: Notice[] = [];

// jsdom has no channel between tabs. The code opens one as soon as it is there.
vi.hoisted(() =>
  vi.stubGlobal(
    "BroadcastChannel",
    class extends EventTarget {
      postMessage() {}
      close() {}
    },
  ),
);

beforeEach(() => {
  vi.mocked(changeChat).mockReset();
  vi.restoreAllMocks();
  sessionStorage.clear();
  ahead = 0;
  shown = [];
  return showNotices({ show: (notice) => shown.push(notice), end: () => {} });
});

/** Deletes a chat, presses 'Undo' and returns what the first request waits for. */
function undoOf(deleted: string) {
  const answer = Promise.withResolvers<ReturnType<typeof chat>>();
  vi.mocked(changeChat).mockReturnValueOnce(answer.promise);
  const gone = { userId: USER, chatId: deleted, wasOpen: false };
  offerUndo(gone, () => {});
  shown.at(-1)?.undo?.press();
  return answer;
}

it("an Undo is offered again by the server's clock, which a device that was an hour slow did not have [session.server-time]", () => {
  const one = chat({});
  const deletedAt = Date.now() - 2_000;
  ahead = 60 * 60_000;
  vi.spyOn(Date, "now").mockReturnValue(deletedAt + 3_000 - ahead);
  sessionStorage.setItem(
    "undo",
    JSON.stringify([{ userId: USER, chatId: one.id, wasOpen: false, deletedAt, isAsked: false }]),
  );
  offerKeptUndo(USER, () => {});
  expect(shown.at(-1)?.undo?.forMs).toBe(5_000);
});

it("a member who undoes a deletion offline has the chat back when the network returns before the request fails", async () => {
  const one = chat({});
  const first = undoOf(one.id);
  vi.mocked(changeChat).mockResolvedValueOnce(one);
  window.dispatchEvent(new Event("online"));
  first.reject(cut());
  await expect.poll(() => vi.mocked(changeChat).mock.calls.length).toBe(2);
  await expect.poll(() => sessionStorage.getItem("undo")).toBe(null);
  expect(shown).toHaveLength(1);
});

it("a member who presses Undo twice, while its notice goes, has the chat asked for once", async () => {
  const one = chat({});
  const asked = undoOf(one.id);
  shown.at(-1)?.undo?.press();
  asked.resolve(one);
  await expect.poll(() => sessionStorage.getItem("undo")).toBe(null);
  expect(vi.mocked(changeChat)).toHaveBeenCalledTimes(1);
});
