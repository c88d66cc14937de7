import { describe, expect, it } from "vitest";
import type { Message } from "#contract";
import { byAge, isFromPerson, mergeMessages } from "#features/chat/data/message-rules.ts";
import { message } from "../../../../support/chat-rows.ts";

describe("the order of messages", () => {
  it("compares moments, not the spelling of timestamps", () => {
    const first = message({ created_at: "2026-11-21T10:00:00.000001+02:00" });
    const second = message({ created_at: "2026-11-21 08:00:00.000002+00" });
    expect([second, first].sort(byAge)).toStrictEqual([first, second]);
  });

  it("compares ids at the same moment", () => {
    const [a, b] = [message({ id: "a" }), message({ id: "b" })];
    expect([b, a].sort(byAge)).toStrictEqual([a, b]);
  });

  it("keeps each message once, in the version of the later list", () => {
    const old = message({ id: "a", content: "old" });
    const fresh: Message = { ...old, content: "new" };
    const other = message({ id: "b", created_at: "2026-11-21T07:00:00Z" });
    expect(mergeMessages([old], [fresh, other])).toStrictEqual([other, fresh]);
  });
});

describe("a message is from the person when it is inbound:", () => {
  it.each([
    ["inbound", true],
    ["outbound", false],
    ["sideways", false],
    ["", false],
  ])("direction %j [conversation.who]", (direction, person) => {
    expect(isFromPerson({ direction })).toBe(person);
  });
});
