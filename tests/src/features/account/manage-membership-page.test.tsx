import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import type { Membership } from "#features/account/account-api.ts";
import { membershipQuery } from "#features/account/account-queries.ts";
import { ManageMembershipPage } from "#features/account/manage-membership-page.tsx";
import { createQueryClient } from "#lib/query-client.ts";
import type { Session } from "#lib/session.ts";

const ADA: Session = {
  status: "signed-in",
  user: { id: "ada", email: "ada@example.com", createdAt: "2026-11-21T08:00:00Z" },
};
vi.mock(import("#lib/session.ts"), async (original) => ({
  ...(await original()),
  useSession: () => ADA,
}));

afterEach(cleanup);

function open(membership: Membership | null) {
  const client = createQueryClient();
  client.setQueryData(membershipQuery("ada").queryKey, membership);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ManageMembershipPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("a member whose membership renews sees when, and billing links that lead to its own page [membership.term] [membership.billing]", () => {
  open({
    id: "ada",
    membership_status: "active",
    membership_started_at: "2026-11-01 08:00:00+00",
    membership_renews_at: "2099-12-01 08:00:00+00",
    membership_event_at: "2026-11-01 08:00:00+00",
    membership_ended_at: "2099-12-04 08:00:00+00",
    membership_id: "mem_1",
    membership_manage_url: "https://pay.example.com/mem_1",
  });
  expect(screen.getByText("Renews on December 1, 2099")).toBeTruthy();
  expect(screen.getByText("December 4, 2099").parentElement?.textContent).toBe(
    "December 4, 2099 unless it renews",
  );
  for (const name of ["Update Payment Method", "View Billing History"]) {
    const link = screen.getByRole("link", { name: new RegExp(name) });
    expect(link.getAttribute("href")).toBe("https://pay.example.com/mem_1");
  }
});

test("a member finds billing links under 'Billing Management' and the deletion under 'Danger Zone'", () => {
  open(null);
  const under = (name: string) => {
    expect(screen.getByRole("heading", { level: 2, name })).toBeTruthy();
    return within(screen.getByRole("region", { name }));
  };
  const billing = under("Billing Management").getAllByRole("link");
  expect(billing.map((link) => link.textContent)).toEqual([
    "Update Payment Method",
    "View Billing History",
  ]);
  expect(billing.map((link) => link.getAttribute("target"))).toEqual(["_blank", "_blank"]);
  const remove = under("Danger Zone").getByRole("button", { name: "Delete Account" });
  expect(remove.getAttribute("href")).toBe("/settings/account/delete");
});

test("a member on 'Manage Membership' finds a trail to the membership and to the account [settings.trail]", () => {
  open(null);
  const trail = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
  expect(
    trail.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["Account Settings", "/settings/account"],
    ["Membership Details", "/settings/account/membership"],
  ]);
  expect(trail.getByText("Manage Membership").getAttribute("aria-current")).toBe("page");
});
