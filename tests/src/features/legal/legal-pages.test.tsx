import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, test, vi } from "vitest";
import { PrivacyPage } from "#features/legal/privacy-page.tsx";
import { TermsPage } from "#features/legal/terms-page.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const PAGES = [
  ["Terms of Service", TermsPage],
  ["Privacy Policy", PrivacyPage],
] as const;

describe.each(PAGES)("%s", (title, Page) => {
  test.each([
    [new Date(2026, 10, 21, 0, 0, 0), "Last updated: November 21, 2026"],
    [new Date(2026, 11, 31, 23, 59, 59, 999), "Last updated: December 31, 2026"],
    [new Date(2027, 0, 1, 0, 0, 0), "Last updated: January 1, 2027"],
  ])("at %s shows that day as the last update [legal.updated]", (now, text) => {
    vi.useFakeTimers({ now });
    render(<Page />, { wrapper: MemoryRouter });
    expect(screen.getByText(text)).toBeInstanceOf(HTMLElement);
  });

  test("has one h1, numbered sections in order, and a way back", () => {
    render(<Page />, { wrapper: MemoryRouter });
    expect(screen.getAllByRole("heading", { level: 1 }).map((h1) => h1.textContent)).toEqual([
      title,
    ]);
    const sections = screen.getAllByRole("heading", { level: 2 }).map((h2) => h2.textContent);
    expect(sections.map((text) => Number.parseInt(text, 10))).toEqual(
      sections.map((_, i) => i + 1),
    );
    const back = screen.getByRole("button", { name: "Back to Settings" });
    expect(back.getAttribute("href")).toBe("/settings");
    expect(document.title).toContain(title);
  });
});

test.each([
  ["the terms", TermsPage, ["/privacy", "/settings/account", "/settings/account/delete"]],
  ["the privacy policy", PrivacyPage, ["/settings/safety", "/settings/account/delete"]],
] as const)("%s link to the screens they name [legal.links]", (_name, Page, targets) => {
  render(<Page />, { wrapper: MemoryRouter });
  const links = [...document.querySelectorAll<HTMLAnchorElement>("p a, li a")];
  const own = links.filter(({ protocol }) => protocol !== "mailto:");
  expect(own.map(({ pathname }) => pathname)).toEqual(targets);
});

describe("what the privacy policy states", () => {
  const section = (heading: RegExp) =>
    screen.getByRole("heading", { name: heading }).closest("section");

  test.each([
    [/deletion/, "Personal data is deleted within 30 days of account deletion"],
    [/deletion/, "scheduled for permanent deletion within 24 hours"],
    [/Children/, "not intended for children under 13"],
  ])("says under %s '%s' [legal.thirty-days] [legal.children]", (heading, text) => {
    render(<PrivacyPage />, { wrapper: MemoryRouter });
    expect(section(heading)?.textContent).toContain(text);
  });

  test("says for how long a deleted chat is kept [chats.purge]", () => {
    render(<PrivacyPage />, { wrapper: MemoryRouter });
    expect(document.body.textContent).toContain("For ten minutes you can undo the deletion");
  });

  test("says what the browser keeps, and what of it stays after a log-out [legal.browser-storage]", () => {
    render(<PrivacyPage />, { wrapper: MemoryRouter });
    const text = section(/in your browser/)?.textContent;
    for (const kept of [
      "your session",
      "drafts",
      "safety settings",
      "which chats you have seen or just deleted",
      "which replies and which assistant you chose",
      "how many messages you have left",
      "whether the sidebar is folded",
      "whether you want notifications and which replies they told you of",
    ]) {
      expect(text).toContain(kept);
    }
    expect(text).toContain("Logging out removes the session and the drafts");
    expect(text).toContain("most notes stay");
  });

  test("a privacy contact address [legal.contact]", () => {
    render(<PrivacyPage />, { wrapper: MemoryRouter });
    const address = section(/Privacy contact/)?.querySelector("a");
    expect(address?.getAttribute("href")).toBe(`mailto:${address?.textContent}`);
    expect(address?.textContent).toMatch(/^\S+@\S+$/);
  });
});
