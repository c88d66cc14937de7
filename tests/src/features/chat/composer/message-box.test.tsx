import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { MessageBox } from "#features/chat/composer/message-box.tsx";
import { forgetDrafts } from "#features/chat/drafts/draft-store.ts";

type Props = Partial<Parameters<typeof MessageBox>[0]>;

function show(props: Props = {}) {
  const onSend = vi.fn<(text: string) => void>();
  const all = { userId: "u1", place: "c1", placeholder: "Send a message...", onSend, ...props };
  const { rerender } = render(<MessageBox {...all} />);
  return {
    onSend,
    box: screen.getByPlaceholderText<HTMLTextAreaElement>("Send a message..."),
    button: screen.getByRole<HTMLButtonElement>("button", { name: "Send message" }),
    change: (next: Props) => rerender(<MessageBox {...all} {...next} />),
  };
}

afterEach(() => forgetDrafts("u1"));

/** Types one character as a browser does, without waiting for React. */
function typeKey(field: HTMLTextAreaElement, key: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
  value?.set?.call(field, field.value + key);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

function dawdle(): void {
  for (const end = performance.now() + 40; performance.now() < end;);
}

/** Takes so long to draw that React leaves the rest of its work for later, and calls back once all is on the screen. */
function Slow({ onDrawn }: { onDrawn: () => void }) {
  dawdle();
  useLayoutEffect(() => queueMicrotask(onDrawn), [onDrawn]);
  return null;
}

it("keeps every key that is typed as soon as a box is on the screen [typing.home]", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
    vi.unstubAllGlobals();
  });
  const box = () => {
    const field = place.querySelector("textarea");
    if (field === null) throw new Error("There is no box yet.");
    return field;
  };
  const typed = Promise.withResolvers<void>();
  const onDrawn = () => {
    typeKey(box(), "3");
    typeKey(box(), "!");
    typed.resolve();
  };
  startTransition(() =>
    root.render(
      <>
        <MessageBox
          userId="u1"
          place="c1"
          placeholder="Send a message..."
          onSend={vi.fn<(content: string) => void>()}
        />
        <Slow onDrawn={onDrawn} />
      </>,
    ),
  );
  await typed.promise;
  await vi.waitFor(() => expect(box().value).toBe("3!"));
});

describe("sending from the message box", () => {
  it("is possible only with text [composer.trims]", async () => {
    const { box, button } = show();
    expect(button.disabled).toBe(true);
    await userEvent.type(box, "  \n ");
    expect(button.disabled).toBe(true);
    await userEvent.type(box, "a");
    expect(button.disabled).toBe(false);
  });

  it("sends the trimmed content with Enter and with the button", async () => {
    const { box, button, onSend } = show();
    await userEvent.type(box, "  Hello  {Enter}");
    await userEvent.click(button);
    expect(onSend.mock.calls).toStrictEqual([["Hello"], ["Hello"]]);
  });

  it("does not happen with Shift+Enter, which breaks the line [composer.enter-sends]", async () => {
    const { box, onSend } = show();
    await userEvent.type(box, "One{Shift>}{Enter}{/Shift}two");
    expect(onSend).not.toHaveBeenCalled();
    expect(box.value).toBe("One\ntwo");
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    "is not what Enter does while a word is composed: %j [composer.input-method]",
    async (init) => {
      const { box, onSend } = show();
      await userEvent.type(box, "にほ");
      fireEvent.keyDown(box, { key: "Enter", ...init });
      expect(onSend).not.toHaveBeenCalled();
    },
  );

  it("is not what Enter does while the button is disabled, and typing goes on [composer.blocked]", async () => {
    const { box, button, onSend } = show();
    fireEvent.change(box, { target: { value: "a".repeat(32_000) } });
    await userEvent.type(box, "bc{Enter}");
    expect([onSend.mock.calls.length, button.disabled, box.value.length]).toEqual([
      0,
      true,
      32_002,
    ]);
    await userEvent.type(box, "{Backspace}{Backspace}{Enter}");
    expect(onSend).toHaveBeenCalledOnce();
  });

  it("shares its place with Stop: Stop for an empty box, Send for one with text [composer.one-button]", async () => {
    const { box, onSend, change } = show();
    change({ stop: <button type="button">Stop</button> });
    const names = () =>
      screen.getAllByRole("button").map((each) => {
        const isHidden = each.parentElement?.hidden === true;
        return isHidden ? "" : (each.ariaLabel ?? each.textContent);
      });
    expect(names()).toStrictEqual(["Add a text file", "Stop"]);
    await userEvent.type(box, "Next");
    expect(names().filter(Boolean)).toStrictEqual(["Add a text file", "Send message"]);
    await userEvent.type(box, "{Enter}");
    expect(onSend).toHaveBeenCalledWith("Next");
  });

  it("is not possible beyond the limit, which the box states [composer.limit]", () => {
    const { box, button } = show();
    fireEvent.change(box, { target: { value: "a".repeat(32_001) } });
    expect(button.disabled).toBe(true);
    expect(box.getAttribute("aria-invalid")).toBe("true");
    const note = document.getElementById(box.getAttribute("aria-describedby") ?? "");
    expect(note?.textContent).toBe("32,001 of 32,000: too long");
  });
});

describe("the draft in the message box", () => {
  it("belongs to one place and one person", async () => {
    const { box, change } = show();
    await userEvent.type(box, "Mine");
    change({ place: "c2" });
    expect(box.value).toBe("");
    change({ userId: "u2" });
    expect(box.value).toBe("");
    change({ userId: "u1", place: "c1" });
    expect(box.value).toBe("Mine");
  });

  it("is stored when the page is left", async () => {
    const { box } = show();
    await userEvent.type(box, "Mine");
    fireEvent(window, new Event("pagehide"));
    expect(localStorage.getItem("chat-drafts:u1")).toContain("Mine");
  });

  it("is empty after the person has logged out", async () => {
    const { box } = show();
    await userEvent.type(box, "Mine");
    fireEvent(window, new Event("pagehide"));
    forgetDrafts("u1");
    expect(localStorage.getItem("chat-drafts:u1")).toBeNull();
  });

  it("follows what another tab stores", async () => {
    const { box } = show();
    await userEvent.type(box, "Mine");
    const drafts = JSON.stringify({ contents: { c1: "From there" }, outbox: [] });
    fireEvent(window, new Event("pagehide"));
    localStorage.setItem("chat-drafts:u1", drafts);
    fireEvent(window, new StorageEvent("storage", { key: "chat-drafts:u1" }));
    expect(box.value).toBe("From there");
  });
});

it("the message box has the focus at once", () => {
  const { box } = show();
  expect(document.activeElement).toBe(box);
});
