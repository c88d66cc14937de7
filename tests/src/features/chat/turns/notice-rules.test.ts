import { describe, expect, it } from "vitest";
import { createNotice, turnNotice } from "#features/chat/turns/notice-rules.ts";
import { turnOf } from "#features/chat/turns/turn.ts";
import { STOPPED_UNWRITTEN } from "#features/chat/turns/turn-flow.ts";
import { RequestError } from "#lib/functions-client.ts";
import { NOTICES } from "#lib/notices.ts";

describe("a chat that could not be created (SPEC 8)", () => {
  const error = (text: string, status: number) =>
    new RequestError(text, { status, retryable: true });

  it("gets the specification's words, whatever the server said", () => {
    expect(createNotice(error("Something went wrong.", 500))).toBe(NOTICES.createChatFailed);
    expect(createNotice(error("Failed to create chat", 0))).toBe(NOTICES.createChatFailed);
  });

  it("gets the membership's words when that is why", () => {
    expect(createNotice(error("Active membership required", 403))).toBe(NOTICES.membershipToCreate);
  });

  it.each([429, 401])("gets the server's text for %d, which says what to do", (status) => {
    expect(createNotice(error("Try again in 34 seconds.", status)).description).toBe(
      "Try again in 34 seconds.",
    );
  });
});

describe("a message that got no reply (SPEC 8)", () => {
  const end = (reason: string, saved: boolean, startsChat: boolean) => {
    const outgoing = { messageId: "q", chatId: "c", text: "Hello", model: null, startsChat };
    const turn = turnOf(outgoing, { name: "failed", saved, reason, retryable: true });
    return { kind: "failed", turn, refused: null } as const;
  };

  it("gets the server's text", () => {
    expect(turnNotice(end("It broke.", true, false))).toMatchObject({
      title: "Error",
      description: "It broke.",
    });
  });

  it("gets the membership's words by what it would have done (DESIGN 3.12)", () => {
    const text = "Active membership required";
    expect(turnNotice(end(text, false, true))).toBe(NOTICES.membershipToCreate);
    expect(turnNotice(end(text, false, false))).toBe(NOTICES.membershipToSend);
    expect(turnNotice(end(text, true, true))).toBe(NOTICES.membershipToSend);
  });

  it("is not spoken of when the person stopped it, or when all is well", () => {
    expect(turnNotice(end(STOPPED_UNWRITTEN, true, false))).toBeNull();
    expect(turnNotice({ kind: "sent" })).toBeNull();
    expect(turnNotice({ kind: "dropped" })).toBeNull();
  });
});
