import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "#contract";
import { conversation } from "#features/chat/conversation/conversation-rules.ts";
import { useAnnouncements } from "#features/chat/conversation/use-announcements.ts";
import { Announcer } from "#features/chat/messages/announcer.tsx";
import { type Turn, turnOfEntry } from "#features/chat/turns/turn-rules.ts";
import { message, replyTo } from "../../../../support/chat-rows.ts";
import { entry } from "../../../../support/turn-effects.ts";

const question = message({ id: "q1" });
const reply = replyTo(question, { content: "The whole reply" });
const running = turnOfEntry(entry, { name: "streaming", saved: true, text: "The wh" });
const failed = turnOfEntry(entry, {
  name: "failed",
  saved: true,
  reason: "It broke.",
  retryable: true,
});

function Pane({ messages, turns }: { messages: Message[]; turns: Turn[] }) {
  const isUnseen = useAnnouncements(conversation(messages, turns, true, []));
  return <p>{isUnseen ? "finished unseen" : "nothing new"}</p>;
}

function show(messages: Message[], turns: Turn[]) {
  const element = (shown: Message[], list: Turn[]) => (
    <>
      <Pane messages={shown} turns={list} />
      <Announcer />
    </>
  );
  const { rerender } = render(element(messages, turns));
  pass(200);
  return (...next: [Message[], Turn[]]) => act(() => rerender(element(...next)));
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

const said = () => screen.getByRole("status").textContent;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("what a screen reader announces", () => {
  it("is 'Thinking', then the whole reply once, and no piece of it [access.announced]", () => {
    const change = show([question], [running]);
    expect(said()).toBe("Thinking");
    change([question, reply], []);
    expect(said()).toBe("The whole reply");
    pass(10_000);
    expect(said()).toBe("");
  });

  it("is the reason when there is no answer", () => {
    const change = show([question], [running]);
    change([question], [failed]);
    expect(said()).toBe("It broke.");
  });

  it("is nothing for messages that were there before", () => {
    const change = show([question, reply], []);
    expect(said()).toBe("");
    change([question, reply, message({ id: "q2" })], []);
    expect(said()).toBe("");
  });
});

describe("an answer that is finished while the page is hidden", () => {
  it("is marked as unseen until the page is shown", () => {
    const change = show([question], [running]);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    change([question, reply], []);
    expect(screen.getByText("finished unseen")).toBeTruthy();
    hidden.mockReturnValue(false);
    act(() => {
      document.dispatchEvent(new Event("visibilitychange"));
    });
    expect(screen.getByText("nothing new")).toBeTruthy();
  });

  it("is not marked when the page is shown", () => {
    const change = show([question], [running]);
    change([question, reply], []);
    expect(screen.getByText("nothing new")).toBeTruthy();
  });
});
