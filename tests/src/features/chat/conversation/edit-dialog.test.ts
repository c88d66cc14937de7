import { expect, it } from "vitest";
import { beginning } from "#features/chat/conversation/edit-dialog.tsx";

it("copied messages are counted up to the edited one, without unfinished and unsent ones [chats.edit]", () => {
  const message = (id: string, mine: boolean) => ({ id, mine, failure: null });
  const failed = { retryable: true, reason: "", id: null, model: null };
  const rows = [
    message("a", true),
    { ...message("b", false), failure: { ...failed, saved: true } },
    { ...message("c", true), failure: { ...failed, saved: true } },
    { ...message("d", true), failure: { ...failed, saved: false } },
    message("e", true),
  ];
  const upTo = (count: string) => `the conversation up to here: ${count}`;
  const carried = ["a", "b", "e"].map((id) => beginning(rows, id, true));
  expect(carried).toEqual(["this message", upTo("1 message"), upTo("2 messages")]);
  expect(beginning(rows, "e", false)).toBe(upTo("up to 200 messages"));
  const long = Array.from({ length: 202 }, (_, index) => message(`${index}`, index % 2 === 0));
  expect(beginning(long, "200", true)).toBe(upTo("200 messages"));
  expect(beginning(long, "201", true)).toBe(upTo("up to 200 messages"));
});
