import { expect, it } from "vitest";
import { carriedMessages } from "#features/chat/conversation/carried-rules.ts";

it("the messages that come along are counted up to the edited one, without what broke off or was never sent [chats.edit]", () => {
  const message = (id: string, mine: boolean) => ({ id, mine, failure: null });
  const failed = { retryable: true, reason: "", id: null, model: null };
  const rows = [
    message("a", true),
    { ...message("b", false), failure: { ...failed, saved: true } },
    { ...message("c", true), failure: { ...failed, saved: true } },
    { ...message("d", true), failure: { ...failed, saved: false } },
    message("e", true),
  ];
  const carried = ["a", "b", "e"].map((id) => carriedMessages(rows, id, true));
  expect(carried).toEqual(["no messages", "1 message", "2 messages"]);
  expect(carriedMessages(rows, "e", false)).toBe("up to 200 messages");
  const long = Array.from({ length: 202 }, (_, index) => message(`${index}`, index % 2 === 0));
  expect(carriedMessages(long, "200", true)).toBe("200 messages");
  expect(carriedMessages(long, "201", true)).toBe("up to 200 messages");
});
