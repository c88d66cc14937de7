import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
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

test("a member finds billing links under 'Billing Management' and the deletion under 'Danger Zone'", () => {
  const client = createQueryClient();
  client.setQueryData(membershipQuery("ada").queryKey, null);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ManageMembershipPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
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
