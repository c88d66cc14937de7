import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { chatGptChat } from "../tests/support/chatgpt-export.ts";
import { violationsOn } from "./support/axe.ts";
import { type writeHistory, sessionOf } from "./support/chat-history.ts";
import {
  answerCard,
  askAll,
  chatRow,
  chats,
  deleteChatByMenu,
  homeBox,
  messages,
  openChat,
  send,
  startAnsweredChat,
  test,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import {
  checkbox,
  choose,
  dialog,
  field,
  importAll,
  importButton,
  openImport,
  report,
  row,
} from "./support/import-dialog.ts";
import { ofChatGpt, ofClaude, jsonFile, zipFile } from "./support/import-files.ts";
import { asVisitor, expect, expireSession, logInThroughForm } from "./support/product.ts";

const CALLS = "**/api/import_chats";

/** How many chats and messages the person has. */
async function historySize(history: Awaited<ReturnType<typeof writeHistory>>) {
  const rows = await Promise.all(
    ["chats", "messages"].map((table) =>
      history.read(table, `user_id=eq.${history.userId}&select=id`),
    ),
  );
  return rows.map(({ length }) => length);
}

const ROME = ofChatGpt("rome", "Where is Rome?", "2025-03-14", [
  ["Where is Rome?", "In Italy."],
  ["And Paris?", "In France."],
]);
const PARIS = ofChatGpt("paris", "A week in Paris", "2025-02-01", [
  ["Plan a secret week in Paris.", "Day one: the Louvre."],
]);
const GARDEN = ofClaude("garden", "The garden", "2024-12-24", [
  ["What grows in winter?", "Kale does."],
]);
/** Whose second question was edited: what is shown goes by ship. */
const TRIP = chatGptChat(
  (
    [
      ["trip-root", null, null],
      ["trip-0", "trip-root", "Where to in May?"],
      ["trip-1", "trip-0", "To Lisbon."],
      ["trip-2", "trip-1", "And there by train?"],
      ["trip-3", "trip-2", "By the night train."],
      ["trip-4", "trip-1", "And there by ship?"],
      ["trip-5", "trip-4", "From Southampton."],
    ] as const
  ).map(([id, parent, content], at) => {
    const role = at % 2 === 1 ? "user" : "assistant";
    const time = Date.parse("2025-04-01T12:00:00Z") / 1000 + at * 60;
    return [id, parent, content === null ? null : { role, content, time }];
  }),
  { id: "trip", conversation_id: "trip", title: "A trip", create_time: 1_743_508_800 },
);
/** More than one batch has room for. */
const LONG = ofChatGpt(
  "long",
  "A long chat",
  "2025-01-01",
  Array.from({ length: 9 }, (_, at): [string, string] => [
    `Question ${at}: ${"why ".repeat(40_000)}`,
    `Reply ${at}: ${"so ".repeat(50_000)}`,
  ]),
);

const shards = () =>
  zipFile("chatgpt.zip", [
    jsonFile("conversations-000.json", [ROME, null, {}]),
    jsonFile("conversations-001.json", [PARIS, { ...ROME, title: "Where is Rome?" }]),
    jsonFile("user.json", { id: "user" }),
  ]);

/** On a phone and in a wide window. */
async function expectUsable(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await violationsOn(page)).toEqual([]);
  }
}

test("a member imports chosen chats of ChatGPT and Claude, and finds them in their months with their models [import.page] [import.page-list] [import.page-chosen] [import.page-stays] [import.page-report] [import.page-model]", async ({
  page,
  context,
  history,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const scripts: string[] = [];
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
    if (request.method() !== "GET") sent.push(request.postData() ?? "");
  });
  await page.goto("/settings/account");
  await expect(page.getByRole("button", { name: "Export chats" })).toBeVisible();
  expect(scripts.filter((address) => address.includes("import-"))).toEqual([]);
  await openImport(page);
  await expect(dialog(page)).toContainText("never leave this computer");
  await expectUsable(page);

  const files = [await shards(), jsonFile("claude.json", [GARDEN])];
  const contents = files.map(({ name, buffer }) => [name, buffer.toString("base64")] as const);
  const dropped = await page.evaluateHandle((contents) => {
    const data = new DataTransfer();
    for (const [name, base64] of contents) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    return data;
  }, contents);
  await field(page).dispatchEvent("drop", { dataTransfer: dropped });
  await expect(importButton(page)).toHaveText("Import 3 chats");
  await expect(dialog(page).getByText("3 chats found, 3 chosen")).toBeVisible();
  await expect(row(page, "Where is Rome?")).toContainText("Mar 14, 2025 · 4 messages · ChatGPT");
  await expect(row(page, "The garden")).toContainText("Dec 24, 2024 · 2 messages · Claude");
  await expectUsable(page);

  await dialog(page).getByRole("button", { name: "None" }).click();
  await expect(importButton(page)).toBeDisabled();
  const search = dialog(page).getByRole("searchbox", { name: "Search what was found" });
  await search.fill("rome where");
  await expect(dialog(page).getByRole("checkbox")).toHaveCount(1);
  await dialog(page).getByRole("button", { name: "All" }).click();
  await expect(importButton(page)).toHaveText("Import 1 chat");
  await search.fill("");
  await checkbox(page, "The garden").check();
  await expect(importButton(page)).toHaveText("Import 2 chats");
  await importButton(page).click();
  await expect(report(page)).toContainText("2 chats with 6 messages were imported.");
  await expectUsable(page);
  await report(page).getByRole("button", { name: "Copy" }).click();
  await expect(report(page).getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("2 chats with 6 messages were imported.");
  const downloading = page.waitForEvent("download");
  await report(page).getByRole("button", { name: "Save as file" }).click();
  expect(await readFile(await (await downloading).path(), "utf8")).toBe(copied);
  // Nothing of what was not chosen has been sent, but its keys.
  expect(sent.join("\n")).toContain("In Italy.");
  expect(sent.join("\n")).not.toContain("secret week");

  await dialog(page).getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByText("You have 2 chats with 6 messages.")).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    if (width === 390) await page.getByRole("button", { name: "Open menu" }).click();
    await expect(page.getByRole("heading", { name: "March 2025" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "December 2024" })).toBeVisible();
    if (width === 390) await page.keyboard.press("Escape");
  }
  await chatRow(page, "Where is Rome?").getByRole("link").click();
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(page).nth(1)).toContainText("Model: gpt-4o, imported");
  await expect(messages(page).nth(1)).toContainText("In Italy.");
  expect(await historySize(history)).toEqual([2, 6]);

  await messages(page).nth(1).getByRole("button", { name: "Details" }).click();
  const details = page.getByRole("dialog", { name: "What the model saw" });
  await expect(details).toContainText("This reply by gpt-4o was imported.");
});

asVisitor("a visitor has no button to import chats [import.page]", async ({ page }) => {
  await page.goto("/settings/account");
  await expect(page.getByText("You are not logged in")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import chats" })).toHaveCount(0);
});

test("a member imports and undoes it with the keyboard alone [import.page] [import.page-undo]", async ({
  page,
  history,
}) => {
  // Before the page is opened: the browser has to know that it is to be caught.
  const choosing = page.waitForEvent("filechooser");
  await page.goto("/settings/account");
  const button = page.getByRole("button", { name: "Import chats" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await (await choosing).setFiles([await shards()]);
  await expect(dialog(page).getByRole("searchbox")).toBeFocused();
  const tabTo = async (name: string) => {
    const target = dialog(page).locator(":focus").and(dialog(page).getByLabel(name));
    const named = dialog(page).locator(":focus").and(dialog(page).getByRole("button", { name }));
    await expect(async () => {
      await page.keyboard.press("Tab");
      expect((await target.count()) + (await named.count())).toBe(1);
    }).toPass();
  };
  await tabTo("A week in Paris");
  await page.keyboard.press("Space");
  await expect(checkbox(page, "A week in Paris")).not.toBeChecked();
  await tabTo("Import 1 chat");
  await page.keyboard.press("Enter");
  await expect(report(page)).toContainText("1 chat with 4 messages was imported.");
  await expect(report(page).getByRole("heading")).toBeFocused();
  await tabTo("Undo import");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("The import was undone.")).toBeVisible();
  await expect(dialog(page).getByText("imported", { exact: false })).toHaveCount(0);
  expect(await historySize(history)).toEqual([0, 0]);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("a member whose tab is killed during an import chooses the file again, and gets nothing twice [import.page-goes-on] [import.page-list]", async ({
  page,
  context,
  history,
}) => {
  const files = [jsonFile("conversations.json", [LONG, ROME])];
  await choose(page, files);
  let batches = 0;
  const first = Promise.withResolvers<void>();
  await page.route(CALLS, async (route) => {
    batches += 1;
    if (batches === 1) return route.continue();
    first.resolve();
    // The others never arrive: one that is only held would be sent when the page is closed.
    return route.abort();
  });
  await importButton(page).click();
  await first.promise;
  await page.close();
  const [, partly = 0] = await historySize(history);
  expect(partly).toBeGreaterThan(0);
  expect(partly).toBeLessThan(22);

  const again = await context.newPage();
  await choose(again, files);
  await expect(
    dialog(again)
      .getByText(/here, [\d,]+ new/)
      .first(),
  ).toBeVisible();
  await importButton(again).click();
  await expect(report(again)).toBeVisible();
  expect(await historySize(history)).toEqual([2, 22]);
  await again.close();

  const third = await context.newPage();
  await choose(third, files);
  await expect(dialog(third).getByText("already here")).toHaveCount(2);
  await expect(importButton(third)).toBeDisabled();
});

test("an import waits for the network and for a busy server, says so and continues, also after a press outside the dialog [import.page-goes-on] [import.page-cancel]", async ({
  page,
  context,
  history,
}) => {
  await choose(page, [jsonFile("conversations.json", [LONG, ROME])]);
  let failures = 0;
  await page.route(CALLS, async (route) => {
    failures += 1;
    if (failures === 1) {
      await context.setOffline(true);
      return route.abort();
    }
    return failures === 3
      ? route.fulfill({ status: 503, json: { error: "Busy.", code: "unavailable" } })
      : route.continue();
  });
  await importButton(page).click();
  await expect(dialog(page).getByText("No connection.")).toBeVisible();
  await expect(dialog(page).getByRole("progressbar", { name: "Import" })).toBeVisible();
  await page.mouse.click(5, 5);
  await context.setOffline(false);
  await expect(dialog(page).getByText("The server is busy.")).toBeVisible();
  await expect(report(page)).toContainText("2 chats with 22 messages were imported.");
  expect(await historySize(history)).toEqual([2, 22]);
});

test("a member whose other tab imports the same chats meanwhile reads that nothing was imported here [import.page-report] [import.once]", async ({
  page,
  context,
  history,
}) => {
  const files = [await shards()];
  await choose(page, files);
  const other = await context.newPage();
  await importAll(other, files);
  await expect(importButton(page)).toHaveText("Import 2 chats");
  await importButton(page).click();
  await expect(report(page)).toContainText("Nothing was imported.");
  await expect(report(page)).toContainText("2 chats were here already.");
  expect(await historySize(history)).toEqual([2, 6]);
});

test("a member who logs out in another tab during an import reads that it ended and what stays [import.page-goes-on] [notices.import-ended]", async ({
  page,
  context,
  history,
}) => {
  await choose(page, [jsonFile("conversations.json", [LONG, ROME])]);
  let batches = 0;
  const second = Promise.withResolvers<void>();
  await page.route(CALLS, async (route) => {
    batches += 1;
    if (batches === 1) await route.continue();
    // Nothing comes back of the others.
    else second.resolve();
  });
  await importButton(page).click();
  await second.promise;
  const other = await context.newPage();
  await other.goto("/settings/account");
  await other.getByRole("button", { name: "Log out", exact: true }).click();
  const ended = page.getByRole("listitem").filter({ hasText: "Import ended: you are logged out" });
  await expect(ended).toContainText(
    "What was imported stays. Log in and choose the same files again to continue.",
  );
  await expect(dialog(page)).toHaveCount(0);
  const [, stored = 0] = await historySize(history);
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(22);
});

test("a member who chooses files without readable chats reads that, and which products can be read [import.page-list]", async ({
  page,
}) => {
  const activity = jsonFile("MyActivity.json", [
    { header: "Gemini Apps", title: "Prompted Where is Rome?", time: "2025-03-01T10:00:00.000Z" },
  ]);
  const html = {
    ...activity,
    name: "chat.html",
    buffer: Buffer.from("<html><body></body></html>"),
  };
  const empty = jsonFile("conversations.json", [ofChatGpt("none", "None", "2025-03-14", [])]);
  await openImport(page);
  for (const [file, words] of [
    [activity, "Exports by Google's Takeout, also of Gemini, cannot be imported."],
    [await zipFile("takeout.zip", [activity]), "Chats can come from ChatGPT, Claude, Open WebUI"],
    [html, "It is neither a ZIP nor a JSON file."],
    [{ ...html, buffer: Buffer.alloc(0) }, "The file is empty."],
    [empty, "1 chat had no message."],
  ] as const) {
    await field(page).setInputFiles([file]);
    await expect(dialog(page)).toContainText("No chats were found in these files.");
    await expect(dialog(page)).toContainText(words);
    expect(await violationsOn(page)).toEqual([]);
    await expect(importButton(page)).toHaveCount(0);
  }
  // Others can be chosen at once.
  await field(page).setInputFiles([jsonFile("conversations.json", [ROME])]);
  await expect(importButton(page)).toHaveText("Import 1 chat");
  const search = dialog(page).getByRole("searchbox", { name: "Search what was found" });
  await search.fill("paris");
  await expect(dialog(page).getByText("No chat has these words in its title.")).toBeVisible();
});

test("a member whose import reaches a daily limit reads why it ended, and keeps what was stored [import.page-goes-on] [import.page-report]", async ({
  page,
  history,
}) => {
  await choose(page, [jsonFile("conversations.json", [LONG, ROME])]);
  let batches = 0;
  await page.route(CALLS, (route) => {
    batches += 1;
    if (batches === 1) return route.continue();
    const error = "You have imported as much as you can in a day.";
    return route.fulfill({
      status: 429,
      headers: { "retry-after": "3600" },
      json: { error, code: "rate_limited" },
    });
  });
  await importButton(page).click();
  await expect(report(page)).toContainText("You have imported as much as you can in a day.");
  await expect(report(page)).toContainText("What was imported until then stays.");
  await expect(report(page)).toContainText(/\d chats? w.* not imported: the import was stopped/);
  const [, stored = 0] = await historySize(history);
  expect(stored).toBeGreaterThan(0);
});

test("a member cancels an import with Esc, keeps whole chats, and reads what was not imported [import.page-cancel] [import.page-report]", async ({
  page,
  history,
}) => {
  await choose(page, [jsonFile("conversations.json", [LONG, ROME])]);
  const release = await holdRequests(page, CALLS);
  const sending = page.waitForRequest(CALLS);
  await importButton(page).click();
  await sending;
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByText("Finishing the chats that were started...")).toBeVisible();
  release();
  await expect(report(page)).toContainText("You cancelled the import.");
  const [, stored = 0] = await historySize(history);
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(22);
  await expect(report(page)).toContainText(/with \d+ messages/);
  await expect(report(page)).toContainText("Choose the same files again to go on.");

  // What goes on with it is taken back with it.
  await openImport(page);
  await expect(undoButton(dialog(page))).toBeVisible();
  await field(page).setInputFiles([jsonFile("conversations.json", [LONG, ROME])]);
  await importButton(page).click();
  await expect(report(page)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Undo import" }).click();
  await expect(dialog(page).getByText("The import was undone.")).toBeVisible();
  await expect.poll(() => historySize(history)).toEqual([0, 0]);
});

test("a member whose session ends during an import logs in, chooses the file again, and has all of it once [import.page-goes-on]", async ({
  page,
  member,
  history,
}) => {
  const files = [jsonFile("conversations.json", [LONG, ROME])];
  await choose(page, files);
  let batches = 0;
  await page.route(CALLS, async (route) => {
    batches += 1;
    if (batches === 1) return route.continue();
    await page.route("**/auth/v1/token?grant_type=refresh_token", (refresh) =>
      refresh.fulfill({
        status: 400,
        json: { code: "refresh_token_not_found", message: "Invalid Refresh Token" },
      }),
    );
    await expireSession(page);
    return route.fulfill({
      status: 401,
      json: { error: "Please log in again.", code: "unauthenticated" },
    });
  });
  await importButton(page).click();
  const prompt = page.getByRole("dialog", { name: "Log in to continue" });
  await expect(prompt).toBeVisible();
  await page.unrouteAll();
  await prompt.getByRole("button", { name: "Log in" }).click();
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password").fill(member.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL("/settings/account");
  await page.getByRole("button", { name: "Import chats" }).click();
  await field(page).setInputFiles(files);
  await expect(
    dialog(page)
      .getByText(/here, [\d,]+ new/)
      .first(),
  ).toBeVisible();
  await importButton(page).click();
  await expect(report(page)).toBeVisible();
  expect(await historySize(history)).toEqual([2, 22]);
});

test("a member undoes an import from a reopened dialog; only a chat continued on another device stays, and is named [import.page-undo]", async ({
  page,
  device,
  history,
}) => {
  const [before = ""] = await history.chats(["From before"], ["Before?", "Yes."]);
  await importAll(page, [await shards()]);
  await device.goto("/");
  await expect(chats(device).getByRole("listitem")).toHaveCount(3);
  await chatRow(device, "A week in Paris").getByRole("link").click();
  await expect(messages(device)).toHaveCount(2);
  await send(device, "And day two?");
  await expect(messages(device)).toHaveCount(4);
  await chatRow(device, "Where is Rome?").getByRole("link").click();
  await expect(messages(device)).toHaveCount(4);

  await dialog(page).getByRole("button", { name: "Close", exact: true }).last().click();
  await page.reload();
  await page.getByRole("button", { name: "Import chats" }).click();
  await dialog(page).getByRole("button", { name: "Undo import" }).click();
  await expect(dialog(page).getByText("The import was undone. These chats stay")).toBeVisible();
  await expect(dialog(page).getByRole("link", { name: "A week in Paris" })).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Undo import" })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(chats(page).getByRole("listitem")).toHaveCount(2);
  await expect(async () => {
    await device.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(chats(device).getByRole("listitem")).toHaveCount(2, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(messages(device)).toHaveCount(0);
  await openChat(device, before, 2);
});

/** The row of an import that can be undone, in the dialog. */
const undoable = (page: Page, what: string) =>
  dialog(page)
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`^${what}, imported at \\d\\d:\\d\\d`) });
const undoButton = (within: Pick<Page, "getByRole">) =>
  within.getByRole("button", { name: "Undo import" });

test("a member undoes two imports, one of them on another device, and an import that added nothing offers no undo [import.page-undo] [import.undoable]", async ({
  page,
  device,
  history,
}) => {
  await importAll(page, [await shards()]);
  await expect(undoButton(dialog(page))).toBeVisible();
  await importAll(page, [jsonFile("claude.json", [GARDEN])]);
  await expect(undoButton(dialog(page))).toHaveCount(1);
  // What another tab has added is not of this import.
  const other = await page.context().newPage();
  const files = [jsonFile("trip.json", [TRIP])];
  await choose(page, files);
  await importAll(other, files);
  const listing = page.waitForResponse(
    (response) => response.request().postData()?.includes('"imports"') === true,
  );
  await importButton(page).click();
  await expect(report(page)).toContainText("Nothing was imported.");
  await listing;
  await expect(undoButton(dialog(page))).toHaveCount(0);
  await expect(dialog(page)).not.toContainText(/undo/i);
  await undoButton(dialog(other)).click();
  await expect(dialog(other).getByText("The import was undone.")).toBeVisible();
  expect(await historySize(history)).toEqual([3, 8]);

  await openImport(device);
  await expect(undoButton(dialog(device))).toHaveCount(2);
  await expect(undoButton(undoable(device, "1 chat with 2 messages"))).toBeVisible();
  expect(await violationsOn(device)).toEqual([]);
  await undoButton(undoable(device, "2 chats with 6 messages")).click();
  await expect(dialog(device).getByText("The import was undone.")).toBeVisible();
  await expect(undoButton(dialog(device))).toHaveCount(1);
  expect(await historySize(history)).toEqual([1, 2]);

  await openImport(page);
  await expect(undoButton(dialog(page))).toHaveCount(1);
  await undoButton(undoable(page, "1 chat with 2 messages")).click();
  await expect(dialog(page).getByText("The import was undone.")).toBeVisible();
  await expect(undoButton(dialog(page))).toHaveCount(0);
  expect(await historySize(history)).toEqual([0, 0]);
});

test("a member undoes an import after logging in again, and imports while the list of undoable ones cannot be read [import.page-undo]", async ({
  page,
  member,
  history,
}) => {
  await importAll(page, [await shards()]);
  await dialog(page).getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page.getByText("Logged out", { exact: true })).toBeVisible();
  await logInThroughForm(page, member);
  let fails = true;
  await page.route(CALLS, (route) =>
    fails && route.request().postData()?.includes('"imports"') === true
      ? route.fulfill({ status: 500, json: { error: "Broken.", code: "internal" } })
      : route.continue(),
  );
  await importAll(page, [jsonFile("claude.json", [GARDEN])]);
  await expect(report(page)).toContainText("1 chat with 2 messages was imported.");
  await expect(undoButton(dialog(page))).toHaveCount(0);
  fails = false;
  await openImport(page);
  await expect(undoButton(dialog(page))).toHaveCount(2);
  await undoButton(undoable(page, "2 chats with 6 messages")).click();
  await expect(dialog(page).getByText("The import was undone.")).toBeVisible();
  await expect.poll(() => historySize(history)).toEqual([1, 2]);
});

test("a member sees other paths and chats deleted here marked, and they are imported only when chosen [import.page-list] [import.page-chosen]", async ({
  page,
}) => {
  const files = [await shards(), jsonFile("trip.json", [TRIP])];
  await choose(page, files);
  await expect(dialog(page).getByText("4 chats from ChatGPT found, 3 chosen")).toBeVisible();
  await expect(row(page, "And there by train?")).toContainText("another path");
  await expect(checkbox(page, "And there by train?")).not.toBeChecked();
  await expect(checkbox(page, "A trip")).toBeChecked();
  await expect(row(page, "A trip")).not.toContainText("another path");
  expect(await violationsOn(page)).toEqual([]);
  await importButton(page).click();
  await expect(report(page)).toContainText("3 chats with 10 messages were imported.");
  await page.goto("/");
  await deleteChatByMenu(page, "A week in Paris");
  await expect(chats(page).getByRole("listitem")).toHaveCount(2);
  await choose(page, files);
  await expect(row(page, "A week in Paris")).toContainText("deleted here");
  await expect(checkbox(page, "A week in Paris")).not.toBeChecked();
  await expect(checkbox(page, "Where is Rome?")).toBeDisabled();
  await expect(importButton(page)).toBeDisabled();
  await checkbox(page, "A week in Paris").check();
  await checkbox(page, "And there by train?").check();
  await importButton(page).click();
  await expect(report(page)).toContainText("2 chats with 6 messages were imported.");
  await page.keyboard.press("Escape");
  await chatRow(page, "And there by train?").getByRole("link").click();
  await expect(messages(page)).toHaveText([
    /Where to in May\?/,
    /To Lisbon\./,
    /And there by train\?/,
    /By the night train\./,
  ]);
  await chatRow(page, "A week in Paris").getByRole("link").click();
  await expect(messages(page)).toHaveCount(2);
});

test("a member asks an imported question of 40,000 characters again and has a reply checked, but cannot edit it at that length [composer.limit-imported]", async ({
  page,
  providers,
}) => {
  const question = `${"why ".repeat(10_000)}?`;
  const file = ofChatGpt("long", "A long question", "2025-03-14", [[question, "Because."]]);
  await importAll(page, [jsonFile("conversations.json", [file])]);
  await page.keyboard.press("Escape");
  await chatRow(page, "A long question").getByRole("link").click();
  await expect(messages(page)).toHaveCount(2);
  const askAgain = async (model: string) => {
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByRole("menuitem", { name: model }).click();
  };
  providers.script({ text: "From ChatGPT 4" });
  await askAgain("ChatGPT 4");
  await expect(messages(page).nth(1)).toContainText("From ChatGPT 4");
  expect(providers.requests("openai").at(-1)?.messages.at(-1)?.content).toBe(question);

  providers.script({ failure: { status: 400 } }, "xai");
  await askAgain("Grok");
  await expect(messages(page).nth(1)).toContainText("Grok: no reply");
  providers.script({ text: "From Grok" }, "xai");
  await messages(page).nth(1).getByRole("button", { name: "Retry" }).click();
  await expect(messages(page).nth(1)).toContainText("From Grok");
  expect(providers.requests("xai").at(-1)?.messages.at(-1)?.content).toBe(question);

  providers.script({ text: "Agrees." }, "anthropic");
  await page.getByRole("button", { name: "Check with…" }).click();
  await page.getByRole("menuitem", { name: "Claude 4" }).click();
  await expect(page.getByRole("note", { name: "Second opinion" })).toContainText("Agrees.");

  await messages(page).first().hover();
  await messages(page).first().getByRole("button", { name: "Edit in a new chat" }).click();
  const edit = page.getByRole("dialog", { name: "Edit in a new chat" });
  await expect(edit).toContainText("40,001 of 32,000: too long");
  await expect(edit.getByRole("button", { name: "Send" })).toBeDisabled();
});

test("a person without a membership sees the found chats, and below them how to become a member [import.page-member]", async ({
  page,
  product,
  member,
}) => {
  await product.setMembership({ email: member.email, status: "trial" });
  await choose(page, [await shards()]);
  await expect(row(page, "Where is Rome?")).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  await expect(dialog(page).getByText("Importing needs a membership.")).toBeVisible();
  const link = dialog(page).getByRole("link", { name: "See the plans" });
  await expect(link).toHaveAttribute("href", /metadata/);
  expect(await violationsOn(page)).toEqual([]);
});

test("a member's export, imported elsewhere and exported again, differs only in ids, and is already in their own account [import.page-list] [import.own]", async ({
  page,
  browser,
  product,
}) => {
  await startAnsweredChat(page, "A question\nof two lines “ü” 🙂");
  await page.goto("/");
  await askAll(page, "Where is Rome?", homeBox(page));
  await answerCard(page, "Grok").getByRole("button", { name: "Use this answer" }).click();
  await send(page, "And Paris?");
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(page).last()).toContainText("You asked: And Paris?");
  const exported = async (page: Page) => {
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Export chats" }).click();
    const exports = page.getByRole("dialog", { name: "Export chats" });
    await exports.getByRole("radio", { name: "JSON" }).check();
    const downloading = page.waitForEvent("download");
    await exports.getByRole("button", { name: "Download" }).click();
    return readFile(await (await downloading).path(), "utf8");
  };
  const mine = await exported(page);
  await choose(page, [jsonFile("chats.json", mine)]);
  await expect(dialog(page).getByText("already here")).toHaveCount(2);

  const second = await product.newMember("active");
  const value = JSON.stringify(await sessionOf(product, second));
  const localStorage = [{ name: "sb-localhost-auth-token", value }];
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: product.origin, localStorage }] },
  });
  const theirs = await context.newPage();
  await importAll(theirs, [jsonFile("chats.json", mine)]);
  await expect(report(theirs)).toContainText("2 chats with 9 messages were imported.");
  expect(withoutIds(await exported(theirs))).toEqual(withoutIds(mine));
  await context.close();
});

/** An export with numbers in the place of its ids, without the checksum. */
function withoutIds(file: string): unknown {
  const ids = new Map<string, string>();
  const numbered = file.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
    ids.set(id, ids.get(id) ?? `id ${ids.size}`);
    return ids.get(id) ?? "";
  });
  return JSON.parse(numbered.replaceAll(/"sha256_of_all_lines_above":"\w+"/g, '"checksum":""'));
}
