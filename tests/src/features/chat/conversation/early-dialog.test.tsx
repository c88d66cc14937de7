import { act, render, screen } from "@testing-library/react";
import { lazy, Suspense, useRef } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { EarlyEdit } from "#features/chat/conversation/early-dialog.tsx";
import { useEdited } from "#features/chat/conversation/use-edited.ts";
import type { Row } from "#features/chat/messages/row-rules.ts";
import { Dialog } from "#ui/dialog.tsx";

const asked = { userId: "ann", chatId: "c1" };

function Late() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed] = useEdited(asked.userId, { chatId: "c1", messageId: "m1" }, "Where is Rome?");
  return (
    <Dialog onClose={() => {}} title="Edit" initialFocus={field}>
      <textarea ref={field} aria-label="Late" value={typed} readOnly />
    </Dialog>
  );
}

it("a person who selects text in an edited message while its dialog is fetched types over it there [chats.edit]", async () => {
  const code = Promise.withResolvers<{ default: typeof Late }>();
  const Dialogue = lazy(() => code.promise);
  const row = { id: "m1", content: "Where is Rome?" } as Row;
  render(
    <MemoryRouter>
      <Suspense fallback={<EarlyEdit {...asked} row={row} onClose={() => {}} />}>
        <Dialogue />
      </Suspense>
    </MemoryRouter>,
  );
  const early = screen.getByRole<HTMLTextAreaElement>("textbox");
  expect([early.selectionStart, early.selectionEnd]).toEqual([14, 14]);
  early.setSelectionRange(6, 8);
  await act(async () => code.resolve({ default: Late }));
  const late = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Late" });
  expect(late).toBe(document.activeElement);
  expect([late.selectionStart, late.selectionEnd]).toEqual([6, 8]);
});
