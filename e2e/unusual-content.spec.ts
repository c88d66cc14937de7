import type { Locator } from "@playwright/test";
import { boxOf } from "./support/box-of.ts";
import {
  chatOptions,
  chats,
  composer,
  chatPane,
  messages,
  send,
  test,
  openChat,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

test("a member sees markup as text in messages and titles, and no other host is contacted [conversation.plain-text]", async ({
  page,
  product,
  history,
}) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  page.on("dialog", () => hosts.add("a dialog opened"));
  const markup = [
    "<script>alert(1)</script>",
    "<img src=https://evil.example/beacon.png onerror=alert(1)>",
    "[link](javascript:alert(1)) **bold** # heading",
    "![x](https://evil.example/x.png)",
    "https://evil.example/plain",
  ].join("\n");
  const [chatId = ""] = await history.chats(["<img src=https://evil.example/t.png><b>title</b>"]);
  await history.messages(chatId, [markup, markup]);
  await openChat(page, chatId, 2);
  for (const index of [0, 1]) {
    expect(await messages(page).nth(index).innerText()).toContain(markup);
  }
  await expect(chats(page).getByRole("link")).toHaveText(
    "<img src=https://evil.example/t.png><b>title</b>",
  );
  await expect(chatPane(page).locator("img, a, b, script, strong")).toHaveCount(0);
  await send(page, markup);
  await expect(messages(page)).toHaveCount(4);
  expect([...hosts]).toStrictEqual([new URL(product.origin).host]);
});

test("a member sees each line of a message in its own writing direction, and a million characters without a space wrapped", async ({
  page,
  history,
}) => {
  const [chatId = "", wide = ""] = await history.chats(["שלום", "w".repeat(150)]);
  const table = "| עיר | מרחק |\n| --- | --- |\n| חיפה | 95 |";
  const code = "ש\n```\nlet a;\n```";
  await history.messages(chatId, ["מה שלומך?", "Fine.\nשלום לך", "?", `${code}\n${table}`]);
  await history.messages(wide, ["w".repeat(32_000), "x".repeat(1_000_000)]);
  await page.goto(`/chats/${chatId}`);
  const directionOf = (text: string) =>
    chatPane(page)
      .getByText(text)
      .evaluate((line) => getComputedStyle(line).direction);
  expect(await directionOf("מה שלומך?")).toBe("rtl");
  expect(await directionOf("Fine.")).toBe("ltr");
  await expect(chatPane(page).locator("code").first()).toHaveCSS("direction", "ltr");
  // The first column is on the side at which one begins to read.
  const [city, distance] = await Promise.all(
    ["חיפה", "95"].map(async (cell) => (await boxOf(chatPane(page).getByText(cell))).x),
  );
  expect(city).toBeGreaterThan(distance ?? Infinity);
  await composer(page).fill("עוד שאלה");
  await expect(composer(page)).toHaveCSS("direction", "rtl");

  await chats(page).getByRole("link", { name: "www" }).click();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page).toHaveURL(`/chats/${wide}`);
  await expect(messages(page).last()).toContainText("xxx");
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
  expect(sideways).toBe(false);
  const pane = await chatPane(page).evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(pane).toBeLessThanOrEqual(0);
});

test("a member who pastes NUL sends the rest, renames a chat with the rest, and finds by the rest [composer.trims] [search.words] [chats.rename]", async ({
  page,
  history,
}) => {
  await history.chats(["Rain"], ["okapi", "zebra"]);
  await page.goto("/");
  const paste = async (field: Locator, text: string) => {
    await field.press("ControlOrMeta+a");
    await field.evaluate((_, text) => document.execCommand("insertText", false, text), text);
    await expect(field).toHaveValue(text);
  };
  await chats(page).getByRole("link").waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  await paste(page.getByPlaceholder("Search chats and messages"), "ok\0api\0");
  await page.getByRole("option").filter({ hasText: "okapi" }).click();
  await composer(page).focus();
  await page.keyboard.insertText("\0one\0 two");
  await expect(composer(page)).toHaveValue("one two");
  await composer(page).press("Enter");
  await expect(composer(page)).toHaveValue("");
  await expect(messages(page).nth(2)).toHaveText("one two");
  await chatOptions(page, "Rain").click();
  await page.getByRole("menuitem", { name: "Rename chat" }).click();
  await paste(page.getByLabel("Title"), "Sn\0ow");
  await page.keyboard.press("Enter");
  await expect(chats(page).getByRole("link")).toHaveText("Snow");
});
