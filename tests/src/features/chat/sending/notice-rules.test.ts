import { describe, expect, it } from "vitest";
import { turnNotice } from "#features/chat/sending/notice-rules.ts";
import { turnOfEntry } from "#features/chat/turns/turn-rules.ts";
import type { FailureCode } from "#lib/functions-client.ts";
import { NOTICES } from "#lib/notices.ts";
import { message } from "../../../../support/chat-rows.ts";

describe("the notice for a message that got no reply", () => {
  const end = (code: FailureCode, saved: boolean, startsChat: boolean, isStopped = false) => {
    const own = { messageId: "q", answerId: "a", chatId: "c", content: "Hello", model: null };
    const failure = { reason: "It broke.", retryable: true };
    const turn = { ...turnOfEntry({ ...own, startsChat }), question: saved ? message() : null };
    const rejection = { ...failure, code, status: 0 };
    return { kind: "failed", turn, failure, isStopped, rejection } as const;
  };

  it("has the server's text", () => {
    expect(turnNotice(end("provider_failed", true, false))).toMatchObject({
      title: "Error",
      description: "It broke.",
    });
  });

  it("of a membership refusal names what the message would have done", () => {
    const code = "membership_required";
    expect(turnNotice(end(code, false, true))).toBe(NOTICES.membershipToCreate);
    expect(turnNotice(end(code, false, false))).toBe(NOTICES.membershipToSend);
    expect(turnNotice(end(code, true, true))).toBe(NOTICES.membershipToSend);
  });

  it("is none when the person stopped the reply, or when all is well", () => {
    expect(turnNotice(end("network", true, false, true))).toBeNull();
    expect(turnNotice({ kind: "sent", isWhole: true })).toBeNull();
    expect(turnNotice({ kind: "dropped" })).toBeNull();
  });
});
