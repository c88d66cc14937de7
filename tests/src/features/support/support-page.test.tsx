import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forgetSupportDraft } from "#features/support/support-draft.ts";
import { SupportForm } from "#features/support/support-form.tsx";
import { SupportPage } from "#features/support/support-page.tsx";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const values = () => ["Name", "Email", "Subject", "Message"].map((name) => field(name).value);
const send = () => userEvent.click(screen.getByRole("button", { name: "Send Message" }));

async function fill() {
  await userEvent.type(field("Name"), "Ada");
  await userEvent.type(field("Email"), "ada@example.com");
  await userEvent.type(field("Subject"), "Hi");
  await userEvent.type(field("Message"), "First\nsecond");
}
const FILLED = ["Ada", "ada@example.com", "Hi", "First\nsecond"];

describe("/settings/support", () => {
  test("has three cards with links and four questions [support.cards] [support.faq]", () => {
    render(<SupportPage />, { wrapper: MemoryRouter });
    for (const name of ["Help Center", "Contact Support", "Live Chat"]) {
      const card = screen.getByRole("heading", { name }).closest("li");
      expect(card?.querySelector("a[href]")).not.toBeNull();
    }
    const questions = screen.getAllByRole("heading", { level: 3 }).map((h3) => h3.textContent);
    expect(questions).toEqual([
      "How do I change my plan?",
      "Can I export my chat history?",
      "How do I delete my account?",
      "Is my data secure?",
    ]);
  });

  test("answers fold out one question at a time and link to the screens they name [support.faq]", () => {
    render(<SupportPage />, { wrapper: MemoryRouter });
    const details = [...document.querySelectorAll("details")];
    expect(details.map(({ open }) => open)).toEqual([false, false, false, false]);
    expect(new Set(details.map((item) => item.getAttribute("name")))).toEqual(new Set(["faq"]));
    const targets = details.map((item) => [...item.querySelectorAll("a")].map((a) => a.pathname));
    expect(targets).toEqual([
      ["/settings/account/membership/manage", "/settings/account/membership"],
      ["/settings/account"],
      ["/settings/account/membership/manage", "/settings/account/delete"],
      [],
    ]);
  });

  test("says how chats are exported, and for how long a deleted one is kept [export.account] [chats.purge]", () => {
    render(<SupportPage />, { wrapper: MemoryRouter });
    const text = document.body.textContent;
    expect(text).toContain("choose Export chats: everything in one file, as readable text or as");
    expect(text).toContain("For ten minutes you can undo that");
  });

  test("an incomplete form shows what is missing, focuses the first such field and keeps what was typed [support.form]", async () => {
    render(<SupportPage />, { wrapper: MemoryRouter });
    await userEvent.type(field("Name"), "Ada");
    await userEvent.type(field("Message"), "Hello");
    await send();
    expect(document.activeElement).toBe(field("Email"));
    const wrong = ["Name", "Email", "Subject", "Message"].filter((name) =>
      field(name).hasAttribute("aria-invalid"),
    );
    expect(wrong).toEqual(["Email", "Subject"]);
    expect(values()).toEqual(["Ada", "", "", "Hello"]);
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.type(field("Subject"), "x");
    expect(field("Subject").hasAttribute("aria-invalid")).toBe(false);
  });

  test("a complete form says that it was not sent, offers an email and keeps what was typed [support.not-sent]", async () => {
    render(<SupportPage />, { wrapper: MemoryRouter });
    await fill();
    await send();
    expect(screen.getByRole("alert").textContent).toContain("could not be sent from here");
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Send as email" });
    const url = new URL(link.href);
    expect(url.protocol).toBe("mailto:");
    expect(url.searchParams.get("subject")).toBe("Hi");
    expect(url.searchParams.get("body")).toBe("First\r\nsecond\r\n\r\nAda\r\nada@example.com");
    expect(values()).toEqual(FILLED);
  });

  test("changing the message removes the outdated email", async () => {
    render(<SupportPage />, { wrapper: MemoryRouter });
    await fill();
    await send();
    await userEvent.type(field("Message"), "!");
    expect(screen.queryByRole("link", { name: "Send as email" })).toBeNull();
  });
});

describe("the draft of the support form", () => {
  test("is there again when the page is opened again, for the same person only", async () => {
    const first = render(<SupportForm userId="a" email="" />);
    await fill();
    first.unmount();
    const again = render(<SupportForm userId="a" email="" />);
    expect(values()).toEqual(FILLED);
    again.unmount();
    render(<SupportForm userId="b" email="bob@example.com" />);
    expect(values()).toEqual(["", "bob@example.com", "", ""]);
  });

  test("is gone once forgotten", async () => {
    const first = render(<SupportForm userId="a" email="" />);
    await fill();
    first.unmount();
    forgetSupportDraft("a");
    render(<SupportForm userId="a" email="" />);
    expect(values()).toEqual(["", "", "", ""]);
  });

  test.each(["{broken", "null", "[]", '{"name":1,"message":{}}'])(
    "stored as %s is none",
    (stored) => {
      localStorage.setItem("support-draft:a", stored);
      render(<SupportForm userId="a" email="ada@example.com" />);
      expect(values()).toEqual(["", "ada@example.com", "", ""]);
    },
  );
});
