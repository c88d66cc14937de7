import {
  chatPane,
  chats,
  composer,
  deleteChatByMenu,
  messages,
  openChat,
  toast,
} from "./support/chat-page.ts";
import { storedCopies } from "./support/copies.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { dialog, importAll } from "./support/import-dialog.ts";
import { jsonFile, ofChatGpt } from "./support/import-files.ts";
import { expect, logInThroughForm, asVisitor as test } from "./support/product.ts";

const HOUR_MS = 3_600_000;
const CHAT = ["Will it rain?", "Yes, all day."];
const ROME = ofChatGpt("rome", "Where is Rome?", "2025-03-14", [["Where is Rome?", "In Italy."]]);

// What a clock that is wrong by another time does is in tests/src/lib/session-clock.test.tsx.
for (const [clock, hours] of [
  ["two hours slow", -2],
  ["ten days fast", 240],
] as const) {
  test(`a member whose clock is ${clock} sees copies, restores a chat with its draft, and can undo an import for ten minutes [session.server-time] [opening.copy] [chats.undo-notice] [drafts.undo] [import.page-undo]`, async ({
    page,
    context,
    member,
    history,
  }) => {
    const [chatId = ""] = await history.chats(["Rain"], CHAT);
    await page.clock.install({ time: Date.now() + hours * HOUR_MS });
    await logInThroughForm(page, member);
    await openChat(page, chatId, 2);
    await composer(page).fill("And tomorrow");
    await expect.poll(async () => JSON.stringify(await storedCopies(page))).toContain(CHAT[1]);
    const release = await holdRequests(page, "**/rest/v1/**");
    await page.reload();
    await expect(messages(page)).toHaveCount(2);
    release();

    const other = await context.newPage();
    await other.goto("/");
    await deleteChatByMenu(other, "Rain");
    const undo = toast(other, "Chat deleted").getByRole("button", { name: "Undo" });
    await undo.focus();
    await expect(
      page.getByRole("heading", { name: "This conversation is not here" }),
    ).toBeVisible();
    await other.reload();
    await undo.click();
    await expect(chats(other).getByRole("link")).toHaveText(["Rain"]);
    await page.bringToFront();
    await expect(messages(page)).toHaveCount(2);
    await expect(composer(page)).toHaveValue("And tomorrow");

    await importAll(page, [jsonFile("conversations.json", [ROME])]);
    await page.reload();
    await page.getByRole("button", { name: "Import chats" }).click();
    const undoImport = dialog(page).getByRole("button", { name: "Undo import" });
    await expect(undoImport).toBeVisible();
    await page.clock.fastForward("10:01");
    await expect(undoImport).toBeHidden();
  });
}

test("a member whose clock is set back ten days reads new messages and restores a chat with its draft in time [session.server-time] [conversation.other-tabs]", async ({
  page,
  member,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Rain"], CHAT);
  await page.clock.install();
  await logInThroughForm(page, member);
  await importAll(page, [jsonFile("conversations.json", [ROME])]);
  const undoImport = dialog(page).getByRole("button", { name: "Undo import" });
  await expect(undoImport).toBeVisible();
  await page.clock.setSystemTime(Date.now() - 240 * HOUR_MS);
  await page.clock.fastForward("10:01");
  await expect(undoImport).toBeHidden();
  await page.keyboard.press("Escape");

  await page.clock.setSystemTime(Date.now());
  await chats(page).getByRole("link", { name: "Rain" }).click();
  await expect(messages(page)).toHaveCount(2);
  await composer(page).fill("And tomorrow");
  await page.clock.setSystemTime(Date.now() - 240 * HOUR_MS);
  await history.messages(chatId, ["And on Sunday?", "Sun."]);
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(messages(page)).toHaveCount(4, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

  await expect.poll(async () => JSON.stringify(await storedCopies(page))).toContain("Sun.");
  const release = await holdRequests(page, "**/rest/v1/**");
  await page.reload();
  await expect(chatPane(page)).toContainText("Sun.");
  release();
  await deleteChatByMenu(page, "Rain");
  const undo = toast(page, "Chat deleted").getByRole("button", { name: "Undo" });
  await undo.focus();
  await page.reload();
  await undo.click();
  await expect(messages(page)).toHaveCount(4);
  await expect(composer(page)).toHaveValue("And tomorrow");
});
