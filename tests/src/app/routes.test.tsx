import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#lib/query-client.ts";
import { routes } from "../../../src/app/routes.tsx";

beforeEach(() => {
  // A window that is wide enough for the sidebar.
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (path: string) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
    </QueryClientProvider>,
  );
const sidebar = () => within(screen.getByRole("complementary", { name: "Sidebar" }));

test.each(["/", "/chats/0e3b5d3e-52f4-4b0f-9d6c-0d8f5d1b8a11", "/settings"])(
  "the sidebar at %s shows the logo and the product's name, which lead home",
  (path) => {
    open(path);
    const logo = sidebar().getByRole("link", { name: "Quartet" });
    expect(logo.getAttribute("href")).toBe("/");
    expect(logo.querySelector("svg")).not.toBeNull();
  },
);

test.each([
  ["/", ["aside", "main"]],
  ["/settings", ["aside"]],
  ["/chats/0e3b5d3e-52f4-4b0f-9d6c-0d8f5d1b8a11", ["aside"]],
])("the Download link at %s stands in %j and opens a new tab", (path, areas) => {
  open(path);
  const links = screen.getAllByRole("link", { name: /^Download/ });
  expect(links.map((link) => link.closest("aside, main")?.localName)).toEqual(areas);
  for (const link of links) {
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toContain("noopener");
  }
});

test.each(["/settings/account/manage-membership", "/settings/chat", "/nowhere"])(
  "%s has no route and shows the not-found screen",
  async (path) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    open(path);
    expect(await screen.findByRole("heading", { level: 1, name: "404" })).toBeTruthy();
    expect(screen.getByText("Oops! Page not found")).toBeTruthy();
    // Written by an effect, which may come after the screen.
    await waitFor(() => expect(log.mock.calls.flat().join()).toContain(path));
  },
);
