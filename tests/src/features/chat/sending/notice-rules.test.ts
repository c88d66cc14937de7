import { describe, expect, it } from "vitest";
import { turnNotice } from "#features/chat/sending/notice-rules.ts";
import { STOPPED_UNWRITTEN } from "#features/chat/turns/turn-flow.ts";
import { turnOfEntry } from "#features/chat/turns/turn-rules.ts";
import type { FailureCode } from "#lib/functions-client.ts";
import { NOTICES } from "#lib/notices.ts";
import { anEntry as entry } from "../../../../support/drafts.ts";

describe("the notice for a message that got no reply", () => {
  const end = (code: FailureCode, saved: boolean, startsChat: boolean, stopped?: true) => {
    const reason = stopped ? STOPPED_UNWRITTEN : "It broke.";
    const failed = { name: "failed", saved, reason, retryable: true } as const;
    const turn = turnOfEntry({ ...entry, startsChat }, { ...failed, ...(stopped && { stopped }) });
    return {
      kind: "failed",
      turn,
      rejection: { code, reason, retryable: true, status: 0 },
    } as const;
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
