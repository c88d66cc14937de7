import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import {
  deleteChatByMenu,
  messages,
  openChat,
  openChatMenu,
  test,
  toast,
} from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect, expireSession } from "./support/product.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Export chats" });

async function download(page: Page, format: "Readable text" | "JSON"): Promise<[string, string]> {
  await dialog(page).getByRole("radio", { name: format }).check();
  const downloading = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Download" }).click();
  const file = await downloading;
  return [file.suggestedFilename(), await readFile(await file.path(), "utf8")];
}

function expectChecksum(file: string): void {
  const end = file.trimEnd().lastIndexOf("\n") + 1;
  const checksum = createHash("sha256").update(file.slice(0, end)).digest("hex");
  expect(file.slice(end)).toContain(checksum);
}

test("a member without a membership exports everything as text and as JSON, and one chat from its menu [export.account] [export.chat] [chats.copy-conversation]", async ({
  page,
  context,
  product,
  member,
  history,
}) => {
  const [long = "", short = ""] = await history.chats(["A long chat", "Where is Rome?"]);
  const contents = Array.from({ length: 120 }, (_, index) => `Message ${index}: “ü” 🙂\n\tline`);
  const ids = await history.messages(long, contents);
  await history.messages(short, ["Where is Rome?", "In Italy."]);
  await product.setMembership({ email: member.email, status: "expired" });

  await page.goto("/settings/account");
  await expect(page.getByText("You have 2 chats with 122 messages.")).toBeVisible();
  await page.getByRole("button", { name: "Export chats" }).click();
  await expect(dialog(page)).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  const [textName, text] = await download(page, "Readable text");
  expect(textName).toMatch(/^chats-\d{4}-\d\d-\d\d\.txt$/);
  await expect(dialog(page).getByText("Exported 2 chats with 122 messages.")).toBeVisible();
  expectChecksum(text);
  for (const content of [...contents, "In Italy."]) expect(text).toContain(`:\n\n${content}\n\n`);

  // In the other format too. The connection is lost in the middle: the export goes on where it was.
  let failures = 2;
  await page.route("**/rest/v1/messages?*content*", (route) =>
    failures-- > 0 ? route.abort() : route.continue(),
  );
  const [jsonName, json] = await download(page, "JSON");
  await page.unroute("**/rest/v1/messages?*content*");
  expect(jsonName).toMatch(/\.json$/);
  expectChecksum(json);
  type Node = { message: { content: { parts: string[] } } | null };
  const exported = JSON.parse(json) as {
    id: string;
    current_node: string;
    mapping: Record<string, Node>;
  }[];
  expect(exported.map(({ id }) => id)).toEqual([long, short]);
  expect(exported[0]?.current_node).toBe(ids.at(-1));
  const nodes = Object.values(exported[0]?.mapping ?? {});
  expect(nodes.flatMap(({ message }) => message?.content.parts ?? [])).toEqual(contents);
  await page.keyboard.press("Escape");

  // Cancelled in the middle, nothing is downloaded.
  await page.getByRole("button", { name: "Export chats" }).click();
  await page.route("**/rest/v1/messages?*content*", (route) => route.abort());
  let downloads = 0;
  page.on("download", () => (downloads += 1));
  await dialog(page).getByRole("button", { name: "Download" }).click();
  await expect(dialog(page).getByText("No connection.")).toBeVisible();
  await expect(dialog(page).getByRole("progressbar")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page).getByRole("button", { name: "Download" })).toBeEnabled();
  await page.unroute("**/rest/v1/messages?*content*");
  expect(downloads).toBe(0);

  await page.goto("/settings/account/delete");
  await expect(page.getByText("You have 2 chats with 122 messages.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export chats" })).toBeVisible();

  let [chatName, chatText] = ["", ""];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await openChat(page, short, 2);
    if (width === 390) await page.getByRole("button", { name: "Open menu" }).click();
    await openChatMenu(page, "Where is Rome?");
    await page.getByRole("menuitem", { name: "Export chat" }).click();
    [chatName, chatText] = await download(page, "Readable text");
    expect(chatName).toMatch(/^where-is-rome-.*\.txt$/);
    expectChecksum(chatText);
    expect(chatText).toContain("1 chat, 2 messages.");
    await page.keyboard.press("Escape");
  }

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openChatMenu(page, "Where is Rome?");
  await page.getByRole("menuitem", { name: "Copy conversation" }).click();
  await expect(toast(page, "Conversation copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(chatText.slice(0, chatText.trimEnd().lastIndexOf("\n") + 1));
  await messages(page).nth(1).hover();
  await messages(page).nth(1).getByRole("button", { name: "Copy" }).click();
  await expect(messages(page).nth(1).getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("In Italy.");
});

test("a member who deletes a chat in the sidebar reads at once how many chats and messages are left, and again after Undo [export.account]", async ({
  page,
  history,
}) => {
  const [rome = ""] = await history.chats(["Where is Rome?", "Another"]);
  await history.messages(rome, ["Where is Rome?", "In Italy."]);
  await page.goto("/settings/account");
  const both = page.getByText("You have 2 chats with 2 messages.");
  await expect(both).toBeVisible();
  await deleteChatByMenu(page, "Where is Rome?");
  await expect(page.getByText("You have 1 chat with 0 messages.")).toBeVisible();
  await toast(page, "Chat deleted").getByRole("button", { name: "Undo" }).click();
  await expect(both).toBeVisible();
});

test("an export continues into the picked file while the session is renewed, and leaves no file when it is cancelled [export.goes-on] [export.memory]", async ({
  page,
  history,
}) => {
  const [chat = ""] = await history.chats(["A long chat"]);
  const contents = Array.from({ length: 220 }, (_, index) => `Message ${index}.`);
  await history.messages(chat, contents);
  // The system's own dialog cannot be answered here. What is picked is a file of the browser's file system.
  await page.addInitScript(() => {
    const pick = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
    Object.assign(window, { showSaveFilePicker: pick });
  });
  const pickedFiles = () =>
    page.evaluate(async () => {
      const contents: string[] = [];
      for await (const handle of (await navigator.storage.getDirectory()).values()) {
        if (handle instanceof FileSystemFileHandle)
          contents.push(await (await handle.getFile()).text());
      }
      return contents;
    });
  let downloads = 0;
  page.on("download", () => (downloads += 1));
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Export chats" }).click();

  // The service refuses the third page as it refuses an expired token, and the stored session has run out.
  let pages = 0;
  await page.route("**/rest/v1/messages?*content*", async (route) => {
    pages += 1;
    if (pages !== 3) return route.continue();
    await expireSession(page);
    return route.fulfill({ status: 401, json: { code: "PGRST303", message: "JWT expired" } });
  });
  const renewed = page.waitForResponse("**/auth/v1/token?grant_type=refresh_token");
  await dialog(page).getByRole("button", { name: "Download" }).click();
  expect((await renewed).ok()).toBe(true);
  await expect(dialog(page).getByText("Exported 1 chat with 220 messages.")).toBeVisible();
  const [file = "", ...others] = await pickedFiles();
  expect(others).toEqual([]);
  expectChecksum(file);
  for (const content of contents) expect(file.split(`\n${content}\n`)).toHaveLength(2);
  expect(downloads).toBe(0);
  await page.unroute("**/rest/v1/messages?*content*");
  await page.keyboard.press("Escape");

  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
  });
  await page.getByRole("button", { name: "Export chats" }).click();
  await page.route("**/rest/v1/messages?*content*", (route) => route.abort());
  await dialog(page).getByRole("button", { name: "Download" }).click();
  await expect(dialog(page).getByText("No connection.")).toBeVisible();
  const refuse = (code: string) =>
    page.route("**/rest/v1/messages?*content*", (route) =>
      route.fulfill({ status: 500, json: { code, message: "canceling statement" } }),
    );
  await refuse("57014");
  await expect(dialog(page).getByText("The server is busy.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page).getByRole("button", { name: "Download" })).toBeEnabled();
  await expect.poll(pickedFiles).toEqual([]);
  await refuse("42501");
  // The count arrives after the failure.
  const COUNT = "**/rest/v1/messages?select=id&*";
  const counted = page.waitForResponse(COUNT);
  const release = await holdRequests(page, COUNT);
  await dialog(page).getByRole("button", { name: "Download" }).click();
  await expect(dialog(page).getByText("The server refused the export.")).toBeVisible();
  release();
  await counted;
  await dialog(page).getByRole("radio", { name: "JSON" }).check();
  await expect(dialog(page).getByText("The server refused the export.")).toBeVisible();
});
