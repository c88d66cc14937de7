import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ErrorBoundary } from "../../../src/app/loading/error-boundary.tsx";
import { ImportError } from "../../../src/app/loading/stale-build.ts";
import { NotFoundPage } from "../../../src/app/not-found-page.tsx";
import { SettingsPage } from "../../../src/app/settings-page.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

const at = (path: string, element: React.ReactNode) =>
  render(<MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>);

describe("the not-found screen", () => {
  test("says that nothing is there, logs a 404 and leads home [routes.not-found]", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    at("/nowhere", <NotFoundPage />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("404");
    expect(screen.getByText("Oops! Page not found")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Return to Home" }).getAttribute("href")).toBe("/");
    expect(screen.queryByText("Back to Settings")).toBeNull();
    expect(log.mock.calls.flat().join()).toMatch(/404.*\/nowhere/);
  });

  test("also leads back to the settings when the address is under them [routes.not-found-settings]", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    at("/settings/chat", <NotFoundPage />);
    const back = screen.getByRole("button", { name: "Back to Settings" });
    expect(back.getAttribute("href")).toBe("/settings");
  });
});

test("/settings lists each screen under its own group [settings.groups]", () => {
  at("/settings", <SettingsPage />);
  const groups = screen.getAllByRole("heading", { level: 2 }).map((heading) => {
    const group = within(screen.getByRole("region", { name: heading.textContent }));
    const links = group.getAllByRole("link");
    return [
      heading.textContent,
      links.map((link) => [link.textContent, link.getAttribute("href")]),
    ];
  });
  expect(groups).toEqual([
    ["Account", [["Account Settings", "/settings/account"]]],
    ["Chat", [["Primary Color", "/settings/chat/color"]]],
    ["Safety", [["Content Filters", "/settings/safety"]]],
    ["Support", [["Help Center", "/settings/support"]]],
    [
      "Legal",
      [
        ["Terms of Service", "/terms"],
        ["Privacy Policy", "/privacy"],
      ],
    ],
  ]);
  const filters = screen.getByRole("link", { name: "Content Filters" });
  const description = document.getElementById(filters.getAttribute("aria-describedby") ?? "");
  expect(description?.textContent).toBe("NSFW and academic content settings");
});

describe("a part of the page that fails to render", () => {
  let broken: Error | undefined;
  function Fragile() {
    if (broken) throw broken;
    return <p>whole</p>;
  }

  test("shows an error with 'Try again', which renders it once it no longer fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    broken = new Error("broken");
    at("/", <ErrorBoundary resetKey="a">{<Fragile />}</ErrorBoundary>);
    expect(screen.getByRole("alert").textContent).toContain("Something went wrong here");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByRole("alert")).toBeTruthy();
    broken = undefined;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByText("whole")).toBeTruthy();
  });

  test("loses its error when something else is shown in its place", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    broken = new Error("broken");
    function Host() {
      const [key, setKey] = useState("a");
      return (
        <>
          <button type="button" onClick={() => setKey("b")}>
            go
          </button>
          <ErrorBoundary resetKey={key}>
            {key === "a" ? <Fragile /> : <p>elsewhere</p>}
          </ErrorBoundary>
        </>
      );
    }
    at("/", <Host />);
    await userEvent.click(screen.getByRole("button", { name: "go" }));
    expect(screen.getByText("elsewhere")).toBeTruthy();
  });

  test("says that it could not be loaded when its script could not be fetched", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    broken = new ImportError("gone");
    at("/", <ErrorBoundary resetKey="a">{<Fragile />}</ErrorBoundary>);
    expect(screen.getByRole("alert").textContent).toContain("This part could not be loaded");
  });
});
