import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { DeletionPage } from "#features/deletion/deletion-page.tsx";
import { QUESTIONS } from "#features/deletion/quiz-rules.ts";
import type { Session } from "#lib/session.ts";

const ADA: Session = {
  status: "signed-in",
  user: { id: "ada", email: "ada@example.com", createdAt: "2026-11-21T08:00:00Z" },
};
vi.mock(import("#lib/session.ts"), async (original) => ({
  ...(await original()),
  useSession: () => ADA,
}));
vi.mock(import("#features/deletion/deletion-api.ts"), async (original) => ({
  ...(await original()),
  isRightPassword: () => Promise.resolve(true),
}));

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("each step of the deletion has its heading, up to 'Final Confirmation' and back on Cancel, and five segments say which step it is [deletion.progress]", async () => {
  render(<DeletionPage history={null} />, { wrapper: MemoryRouter });
  expect(await heading("Account Cancellation")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 2, name: "Danger Zone" })).toBeTruthy();
  expect(screen.getByText("Step 1 of 5").nextElementSibling?.children).toHaveLength(5);
  await userEvent.type(screen.getByLabelText("Password"), "secret");
  await press("Continue");

  expect(await heading("Account Deletion Quiz")).toBeTruthy();
  expect(screen.getByText("Step 2 of 5")).toBeTruthy();
  for (const [index, { correctAnswer }] of QUESTIONS.entries()) {
    await userEvent.click(screen.getByRole("radio", { name: correctAnswer }));
    await press(index === QUESTIONS.length - 1 ? "Submit Quiz" : "Next");
  }

  expect(await heading("You Passed")).toBeTruthy();
  expect(screen.getByText("Step 3 of 5")).toBeTruthy();
  await press("Continue");
  expect(await heading("Final Confirmation")).toBe(document.activeElement);
  expect(screen.getByText("Step 4 of 5")).toBeTruthy();
  await press("Cancel Deletion");
  expect(await heading("Account Cancellation")).toBeTruthy();
});
