import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
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
