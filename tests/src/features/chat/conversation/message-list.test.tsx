import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { conversation } from "#features/chat/conversation/conversation-rules.ts";
import { MessageList } from "#features/chat/conversation/message-list.tsx";
import type { Memory } from "#features/chat/memory/memory-rules.ts";
import type { Turn } from "#features/chat/turns/turn-rules.ts";
import { createQueryClient } from "#lib/query-client.ts";
import { attemptAt, message, replyTo } from "../../../../support/chat-rows.ts";
import { entry, saved, controlledTurns } from "../../../../support/turn-effects.ts";

const question = message({ id: "q0", content: "Two\nlines" });
const answer = replyTo(question, { id: "r0", content: "<b>not bold</b> **nor this**" });

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

function show(
  turns: readonly Turn[] = [],
  engine = controlledTurns().turns,
  memory: Memory | null = null,
  messages = [question, answer],
) {
  const onRetry = vi.fn<(questionId: string, answerId: string | null) => void>();
  const onEdit = vi.fn<(id: string) => void>();
  const client = createQueryClient();
  const element = (list: readonly Turn[]) => (
    <QueryClientProvider client={client}>
      <MessageList
        ref={null}
        JointAnswers={undefined}
        named={null}
        memory={memory}
        shown={conversation(messages, list, true, [])}
        turns={engine}
        isAboveNote={false}
        nextModel="grok"
        answers={{
          first: "grok",
          compared: new Map(),
          onView: () => {},
          onUse: () => {},
          onAsk: () => {},
          onCompare: () => {},
        }}
        onRetry={onRetry}
        onEdit={onEdit}
        onOpen={() => {}}
        onNear={() => {}}
        onNewest={async () => {}}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(element(turns));
  return { onRetry, onEdit, change: (list: readonly Turn[]) => rerender(element(list)) };
}

const articles = () => screen.getAllByRole("article");

describe("the conversation", () => {
  it("is a region with the messages, oldest first, and the model's name [conversation.order] [conversation.model-name]", () => {
    show();
    const region = screen.getByRole("region", { name: "Conversation" });
    expect(articles().map((article) => article.getAttribute("aria-label"))).toStrictEqual([
      "You",
      "Assistant",
    ]);
    expect(articles().every((article) => region.contains(article))).toBe(true);
    expect(screen.getByText("Model: ChatGPT 4")).toBeTruthy();
    expect(region.getAttribute("aria-live")).toBeNull();
  });

  it("is plain text with its line breaks, never markup [conversation.plain-text]", () => {
    show();
    const [mine, theirs] = articles();
    expect(mine?.textContent).toBe("Two\nlines");
    expect(mine?.querySelector("p")?.className).toContain("whitespace-pre-wrap");
    expect(theirs?.textContent).toContain("<b>not bold</b> **nor this**");
    expect(theirs?.querySelector("b, strong")).toBeNull();
  });

  it("shows 'Thinking...' after the last message, then the text as it comes [reply.thinking]", () => {
    const { turns, connection, publishTexts } = controlledTurns();
    void turns.start(entry);
    const { change } = show(turns.inChat(entry.chatId), turns);
    expect(articles()).toHaveLength(3);
    const thinking = screen.getByText("Thinking...");
    expect(articles()[2]?.compareDocumentPosition(thinking)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    act(() => {
      connection().send(saved);
      connection().send({ type: "delta", text: "Hel" });
    });
    change(turns.inChat(entry.chatId));
    expect(screen.queryByText("Thinking...")).toBeNull();
    act(() => {
      connection().send({ type: "delta", text: "lo\nthere" });
      publishTexts();
    });
    expect(document.querySelector("[aria-busy=true]")?.textContent).toBe(
      "Model: ChatGPT 4Hello\nthere",
    );
  });

  it("shows the reply that is being written to an earlier message under that message [conversation.order]", () => {
    const { turns } = controlledTurns();
    turns.track(question, attemptAt(question, { id: "r0", content: null }));
    const next = message({ id: "q2", created_at: "2026-11-21T09:00:00Z" });
    const messages = [question, next, replyTo(next, { id: "r2", content: "The newest" })];
    show(turns.inChat(question.chat_id), turns, null, messages);
    const thinking = screen.getByText("Thinking...");
    const [first, second] = articles();
    expect(first?.compareDocumentPosition(thinking)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(second?.compareDocumentPosition(thinking)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  });

  it("keeps a failed message with its reason, Retry, and Edit while it was not saved", async () => {
    const { turns, connection } = controlledTurns();
    const ended = turns.start(entry);
    connection().break({ reason: "It broke.", retryable: true, status: 500 });
    await ended;
    const { onRetry, onEdit } = show(turns.inChat(entry.chatId), turns);
    expect(articles()[2]?.textContent).toContain("It broke.");
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await userEvent.click(screen.getByRole("button", { name: "Edit" }));
    expect([onRetry.mock.calls, onEdit.mock.calls]).toStrictEqual([
      [["q1", null, undefined]],
      [["q1"]],
    ]);
  });

  it("has a line before the message where the model's memory begins, which the arrow keys pass by [models.memory-line]", async () => {
    show([], undefined, { from: "r0", text: "Grok remembers from here" });
    const line = screen.getByRole("separator", { name: "Grok remembers from here" });
    expect(line.textContent).toBe("Grok remembers from here");
    const [mine, theirs] = articles();
    expect([line.previousElementSibling, line.nextElementSibling]).toEqual([mine, theirs]);
    Element.prototype.scrollIntoView = () => {};
    theirs?.focus();
    await userEvent.keyboard("{ArrowUp}");
    expect(document.activeElement).toBe(mine);
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(theirs);
  });

  it("lets the arrow keys move the focus, from the newest message up, and Tab reach that message's buttons", async () => {
    show();
    await userEvent.tab();
    expect(document.activeElement).toBe(articles()[1]);
    Element.prototype.scrollIntoView = () => {};
    await userEvent.keyboard("{ArrowUp}");
    expect(document.activeElement).toBe(articles()[0]);
    await userEvent.keyboard("{ArrowUp}");
    expect(document.activeElement).toBe(articles()[0]);
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(articles()[1]);
    const [first, last] = screen.getAllByRole("button", { name: "Copy" });
    await userEvent.tab();
    expect(document.activeElement).toBe(last);
    await userEvent.tab({ shift: true });
    await userEvent.keyboard("{ArrowUp}");
    await userEvent.tab();
    expect(document.activeElement).toBe(first);
  });
});
