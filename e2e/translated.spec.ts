import {
  answerCard,
  askAll,
  chatPane,
  chatRow,
  chats,
  composer,
  homeBox,
  messages,
  openChatMenu,
  send,
  startChatFromHome,
  test,
  toast,
} from "./support/chat-page.ts";
import { button, heading } from "./support/deletion-steps.ts";
import { holdRequests } from "./support/hold-requests.ts";
import {
  checkbox,
  choose,
  dialog,
  field,
  importButton,
  openImport,
  report,
  row,
} from "./support/import-dialog.ts";
import { jsonFile, ofChatGpt } from "./support/import-files.ts";
import { expect, asVisitor as visitor } from "./support/product.ts";
import { foundOptions, searchDialog, searchField } from "./support/search-dialog.ts";

// The main journeys, in a browser that translates the page as it comes (support/wrap-texts.ts).

for (const each of [visitor, test]) {
  each.use({ translated: true, permissions: ["clipboard-write"] });
  each.afterEach(({ page }) => expect(page.getByText("Something went wrong here")).toHaveCount(0));
}

const ROAD = "Yes. Take the second road on the left, then go on for two miles.";
const ADDRESS = `See https://example.com/${"a-long-part/".repeat(9)}index.html for more.`;

visitor(
  "a visitor whose browser translates signs up, is refused with a wrong password, and logs in [look.translated]",
  async ({ page, member }) => {
    await page.goto("/login");
    await expect(page.locator("font > font").first()).toBeAttached();
    await page.getByLabel("Email").fill(member.email);
    await page.getByLabel("Password", { exact: true }).fill("a wrong one");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid");
    await page.getByLabel("Password", { exact: true }).fill(member.password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page).toHaveURL("/");
    await expect(homeBox(page)).toBeVisible();
  },
);

test("a member whose browser translates reads a reply to its end, with a long address too, and can have it translated then [look.translated] [reply.streams]", async ({
  page,
  providers,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  providers.script("by hand");
  await startChatFromHome(page, "Is it far?");
  const reply = await providers.next();
  for (let at = 0; at < 32; at += 8) reply.write(ROAD.slice(at, at + 8));
  await expect(page.locator("[translate=no]")).toContainText("Take the");
  reply.end(ROAD.slice(32));
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).last()).toContainText(ROAD);
  await expect(messages(page).last().locator("[dir=auto] font")).not.toHaveCount(0);
  await expect(page.locator("[translate=no]")).toHaveCount(0);

  providers.script({ text: `${ADDRESS}\n\n- one\n- two\n\n\`\`\`\ncode\n\`\`\``, pieceMs: 60 });
  await send(page, "And on the web?");
  await send(page, "This one waits");
  await expect(messages(page)).toHaveCount(6);
  await expect(messages(page).nth(3)).toContainText(ADDRESS);
});

test("a member whose browser translates asks all four, uses one, stops one, and asks again [look.translated] [answers.all]", async ({
  page,
  providers,
}) => {
  providers.script({ text: ADDRESS });
  await page.goto("/");
  await askAll(page, "Where?", homeBox(page));
  for (const model of ["ChatGPT 4", "ChatGPT 5", "Grok", "Claude 4"]) {
    await expect(answerCard(page, model)).toContainText(ADDRESS);
  }
  await answerCard(page, "Grok").getByRole("button", { name: "Use this answer" }).click();
  await expect(messages(page).last()).toContainText("Model: Grok");
  await page.getByRole("button", { name: "Show all four" }).click();
  await page.getByRole("button", { name: "Back to one answer" }).click();

  providers.script("by hand");
  await send(page, "Tell me more");
  const reply = await providers.next();
  reply.write(ROAD);
  await expect(chatPane(page)).toContainText(ROAD);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(chatPane(page).getByText("You stopped this reply.")).toBeVisible();
});

test("a member whose browser translates reads comparisons and second opinions translated once they are whole, and quotes one [look.translated] [comparisons.quotations]", async ({
  page,
  providers,
}) => {
  providers.script("by hand");
  await page.goto("/");
  await askAll(page, "Is it far?", homeBox(page));
  const kept = page.locator("[translate=no]");
  for (let count = 0; count < 4; count += 1) {
    const call = await providers.next();
    call.write(ROAD.slice(0, 24));
    await expect(kept.filter({ hasText: ROAD.slice(0, 24) })).toHaveCount(1);
    call.end(ROAD.slice(24));
    await expect(kept).toHaveCount(0);
  }
  const grok = answerCard(page, "Grok");
  await expect(grok.locator("[data-content] font")).not.toHaveCount(0);

  const written = async (name: string) => {
    await page.getByRole("button", { name }).click();
    await page.getByRole("menuitem", { name: "Claude 4" }).click();
    const call = await providers.next();
    call.write("Agrees: “the second");
    await expect(kept).toHaveText("Agrees: “the second");
    call.end(" road” [A]. So it is.\n\n- and one\n- and two");
    await expect(kept).toHaveCount(0);
  };
  await written("Compare");
  const region = page.getByRole("region", { name: "Comparison" });
  await expect(region).toContainText("and two");
  await expect(region.locator("[dir=auto] font")).not.toHaveCount(0);
  await region.getByRole("button", { name: "the second road" }).click();
  await expect(chatPane(page).locator("mark")).toHaveText("the second road");

  await grok.getByRole("button", { name: "Use this answer" }).click();
  await expect(messages(page).last()).toContainText("Model: Grok");
  await written("Check with…");
  const note = page.getByRole("note", { name: "Second opinion" });
  await note.getByRole("button", { name: "Show more" }).click();
  await expect(note.getByText("and two")).toBeVisible();
  await note.getByRole("button", { name: "the second road" }).click();
  await expect(messages(page).last().locator("mark")).toHaveText("the second road");
  // The first is the reply's own; its comparison and its second opinion have theirs below it.
  await messages(page).last().getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Quote" }).click();
  await expect(composer(page)).toHaveValue(`> Grok: ${ROAD}\n\n`);
});

test("a member whose browser translates writes instructions [look.translated] [instructions.dialog]", async ({
  page,
}) => {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Instructions", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Instructions", exact: true });
  const field = dialog.getByLabel("Instructions for all models");
  await expect(field).not.toHaveAttribute("readonly");
  await field.fill("In Dutch.");
  await expect(dialog.getByText("9 of 2,000")).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Instructions", exact: true }).click();
  await expect(field).toHaveValue("In Dutch.");
});

test("a member whose browser translates searches, types on, renames, exports, deletes and restores [look.translated]", async ({
  page,
  history,
}) => {
  const [chat = ""] = await history.chats(["Rain", "Snow"], ["okapi", "zebra"]);
  await page.goto(`/chats/${chat}`);
  await expect(messages(page)).toHaveCount(2);
  await page.keyboard.press("ControlOrMeta+k");
  await searchField(page).fill("oka");
  await expect(foundOptions(page)).toHaveCount(1);
  await searchField(page).fill("nothing at all");
  await expect(searchDialog(page).getByText("Nothing found.").last()).toBeVisible();
  await searchField(page).fill("okapi");
  await foundOptions(page).first().click();
  await expect(searchDialog(page)).toHaveCount(0);
  await page.keyboard.type("typed on");
  await expect(composer(page)).toHaveValue("typed on");

  await openChatMenu(page, "Rain");
  await page.getByRole("menuitem", { name: "Rename chat" }).click();
  await page.getByLabel("Title").fill("Hail");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(chatRow(page, "Hail")).toBeVisible();
  await openChatMenu(page, "Hail");
  await page.getByRole("menuitem", { name: "Export chat" }).click();
  const dialog = page.getByRole("dialog", { name: "Export chats" });
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  await downloading;
  await expect(dialog.getByText("Exported 1 chat with 2 messages.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).first().click();
  await openChatMenu(page, "Hail");
  await page.getByRole("menuitem", { name: "Delete chat" }).click();
  await toast(page, "Chat deleted").getByRole("button", { name: "Undo" }).click();
  await expect(chats(page).getByRole("link")).toHaveCount(2);
  await expect(messages(page)).toHaveCount(2);
});

test("a member whose browser translates walks the settings, fails and goes on in the deletion, and logs out [look.translated]", async ({
  page,
  member,
}) => {
  await page.goto("/settings/chat/color");
  await page.getByRole("radio").last().check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.goto("/settings/safety");
  await page.getByRole("switch").first().click();
  await page.goto("/settings/account/delete");
  await page.getByLabel("Password").fill("a wrong one");
  await button(page, "Continue").click();
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid");
  await page.getByLabel("Password").fill(member.password);
  await button(page, "Continue").click();
  await expect(heading(page, "Account Deletion Quiz")).toBeFocused();
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByText("Logged out")).toBeVisible();
});

test("a member whose browser translates searches found chats, imports, reads the report, cancels an import, and undoes both [look.translated] [import.page] [import.page-undo]", async ({
  page,
  history,
}) => {
  const chat = (title: string, content = "In Italy.") =>
    ofChatGpt(title, title, "2025-03-14", [[`${title}?`, content]]);
  // More than one batch has room for.
  const long = Array.from({ length: 15 }, (_, at) => chat(`Long ${at}`, "so ".repeat(60_000)));
  const files = [jsonFile("conversations.json", [chat("Rome"), chat("Paris"), ...long])];
  await openImport(page);
  await field(page).setInputFiles([jsonFile("conversations.json", "no JSON")]);
  await expect(dialog(page).getByText("No chats were found in these files.")).toBeVisible();
  await expect(field(page)).toBeVisible();
  await page.keyboard.press("Escape");

  await choose(page, files);
  const search = dialog(page).getByRole("searchbox");
  await search.fill("nowhere");
  await expect(dialog(page).getByText("0 of 17 chats shown, 17 chosen")).toBeVisible();
  await search.fill("long");
  await expect(row(page, "Long 3")).toBeVisible();
  await dialog(page).getByRole("button", { name: "None" }).click();
  await search.fill("rome");
  await checkbox(page, "Rome").uncheck();
  await expect(importButton(page)).toHaveText("Import 1 chat");
  await importButton(page).click();
  await expect(report(page)).toContainText("1 chat with 2 messages was imported.");
  await report(page).getByRole("button", { name: "Copy" }).click();
  await expect(report(page).getByRole("button", { name: "Copied" })).toBeVisible();
  await page.keyboard.press("Escape");
  await choose(page, files);
  await expect(row(page, "Paris")).toContainText("already here");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await dialog(page).getByRole("button", { name: "Undo import" }).click();
  await expect(dialog(page).getByText("The import was undone.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(chats(page).getByText("Your chats will be listed here.")).toBeVisible();

  await choose(page, files);
  const release = await holdRequests(page, "**/api/import_chats");
  const asked = page.waitForRequest("**/api/import_chats");
  await importButton(page).click();
  await expect(dialog(page).getByRole("progressbar", { name: "Import" })).toBeVisible();
  await asked;
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page).getByText("Finishing the chats that were started...")).toBeVisible();
  release();
  await expect(report(page)).toContainText("You cancelled the import.");
  await expect(report(page)).toContainText("Choose the same files again to go on.");
  await dialog(page).getByRole("button", { name: "Undo import" }).click();
  await expect(dialog(page).getByText("The import was undone.")).toBeVisible();
  expect(await history.read("chats", `user_id=eq.${history.userId}&select=id`)).toEqual([]);
});
