import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Chat } from "#contract";
import { ChatList } from "#features/chat/chat-list/chat-list.tsx";
import { ChatMenu } from "#features/chat/chat-list/chat-menu.tsx";
import { chatsQuery } from "#features/chat/data/paged-queries.ts";
import { chat } from "../../../../support/chat-rows.ts";
import { installPopovers } from "../../../../support/popover.ts";

const USER = "00000000-0000-4000-8000-0000000000aa";

function show(chats: Chat[], currentChatId: string | null = null) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(chatsQuery(USER).queryKey, {
    pages: [{ chats, full: false }],
    pageParams: [null],
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ChatList
          userId={USER}
          currentChatId={currentChatId}
          onRename={() => {}}
          onExport={() => {}}
          onDeleted={() => null}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return within(screen.getByRole("navigation", { name: "Chats" }));
}

beforeEach(() => {
  // jsdom has no channel between tabs.
  vi.stubGlobal(
    "BroadcastChannel",
    class extends EventTarget {
      close() {}
    },
  );
});

describe("the list of chats", () => {
  const first = chat({ title: "First", last_message_at: "2026-11-21T08:00:00Z" });
  const second = chat({ last_message_at: "2026-11-20T08:00:00Z" });

  it("is newest first, with titles or 'New conversation' [chats.title]", () => {
    const links = show([second, first]).getAllByRole("link");
    expect(links.map((link) => link.textContent)).toStrictEqual(["First", "New conversation"]);
    expect(links[0]?.getAttribute("href")).toBe(`/chats/${first.id}`);
  });

  it("highlights the current chat [chats.current]", () => {
    const list = show([first, second], second.id);
    const current = list
      .getAllByRole("link")
      .filter((link) => link.getAttribute("aria-current") === "page");
    expect(current.map((link) => link.textContent)).toStrictEqual(["New conversation"]);
  });

  it("says that there is none yet, and shows no list, when there is no chat [chats.empty]", () => {
    const nav = show([]);
    expect(nav.getByText("Your chats will be listed here.")).toBeTruthy();
    expect(nav.queryByRole("list")).toBeNull();
    expect(nav.queryAllByRole("link")).toStrictEqual([]);
  });
});

describe("the menu of a chat", () => {
  beforeAll(installPopovers);

  function showMenu() {
    const onDelete = vi.fn<() => void>();
    const onRename = vi.fn<() => void>();
    render(
      <ChatMenu
        describedBy="x"
        onRename={onRename}
        onCopy={() => {}}
        onExport={() => {}}
        onDelete={onDelete}
      />,
    );
    return { onDelete, onRename, button: screen.getByRole("button", { name: "Chat options" }) };
  }

  it("opens with a click, deletes with the next, and gives the focus back [chats.menu]", async () => {
    const { onDelete, button } = showMenu();
    expect(screen.queryByRole("menuitem")).toBeNull();
    await userEvent.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await userEvent.click(screen.getByRole("menuitem", { name: "Delete chat" }));
    expect(onDelete).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("menuitem")).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it.each(["{Enter}", " ", "{ArrowDown}"])("opens with the key %j", async (key) => {
    const { onRename, onDelete, button } = showMenu();
    button.focus();
    await userEvent.keyboard(key);
    const items = screen.getAllByRole("menuitem");
    expect(items.map((item) => item.textContent)).toStrictEqual([
      "Rename chat",
      "Copy conversation",
      "Export chat",
      "Delete chat",
    ]);
    expect(document.activeElement).toBe(items[0]);
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
    expect(onDelete).toHaveBeenCalledTimes(1);
    expect(onRename).not.toHaveBeenCalled();
  });

  it("moves the focus with the arrows, Home and End, and renames", async () => {
    const { onRename, onDelete, button } = showMenu();
    await userEvent.click(button);
    const items = screen.getAllByRole("menuitem");
    const [first, , third, last] = items;
    for (const [key, item] of [
      ["{ArrowUp}", last],
      ["{ArrowDown}", first],
      ["{End}", last],
      ["{ArrowUp}", third],
      ["{ArrowDown}", last],
      ["{Home}", first],
    ] as const) {
      await userEvent.keyboard(key);
      expect([key, document.activeElement]).toStrictEqual([key, item]);
    }
    await userEvent.keyboard("{Enter}");
    expect(onRename).toHaveBeenCalledTimes(1);
    expect(onDelete).not.toHaveBeenCalled();
    expect([screen.queryByRole("menuitem"), document.activeElement]).toStrictEqual([null, button]);
  });

  it("closes with Tab", async () => {
    const { button } = showMenu();
    await userEvent.click(button);
    await userEvent.tab();
    expect(screen.queryByRole("menuitem")).toBeNull();
  });

  it("closes with Esc, and nothing is deleted", async () => {
    const { onDelete, button } = showMenu();
    await userEvent.click(button);
    await userEvent.keyboard("{Escape}");
    expect([screen.queryByRole("menuitem"), document.activeElement]).toStrictEqual([null, button]);
    expect(onDelete).not.toHaveBeenCalled();
  });
});
