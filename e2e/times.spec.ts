import { violationsOn } from "./support/axe.ts";
import {
  answerCard,
  askAll,
  chatPane,
  composer,
  homeBox,
  messages,
  openChat,
  test,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

// Half a day from the zone of the machines that run this.
const zone = "Pacific/Auckland";
test.use({ timezoneId: zone });

/** A moment as its reader has it: 'November 23, 14:05'. */
function inZone(moment: string | null): string {
  const at = new Date(moment ?? "");
  const day = at.toLocaleDateString("en-US", { timeZone: zone, month: "long", day: "numeric" });
  const hours = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return `${day}, ${at.toLocaleTimeString("en-US", { timeZone: zone, ...hours })}`;
}

test("a member sees a message's time by pointer, key and menu, never copies it, and sees where a day begins, 390 and 1280 px wide [conversation.time] [conversation.days]", async ({
  page,
  history,
}) => {
  const [chatId = ""] = await history.chats(["Rome"]);
  const earlier = Date.now() - 3 * 86_400_000;
  await history.messages(chatId, ["Where is Rome?", "In Italy."], undefined, earlier);
  await history.messages(chatId, ["And Athens?", "In Greece."]);
  await openChat(page, chatId, 4);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await composer(page).focus();
    const reply = messages(page).last();
    const time = reply.locator("time");
    await expect(time).toHaveCSS("opacity", "0");
    await reply.hover();
    await expect(time).toHaveCSS("opacity", "1");
    const said = inZone(await time.getAttribute("datetime")).split(", ")[1] ?? "";
    expect(said).toMatch(/^\d\d:\d\d$/);
    await expect(time).toHaveAttribute("data-time", said);
    await expect(reply).toHaveAccessibleDescription(new RegExp(`${said}$`));
    await page.mouse.move(0, 0);
    await expect(time).toHaveCSS("opacity", "0");
    await page.keyboard.press("ArrowUp");
    await expect(reply).toBeFocused();
    await expect(time).toHaveCSS("opacity", "1");
    await page.keyboard.press("ArrowUp");
    const question = messages(page).nth(2);
    await expect(question).toBeFocused();
    await expect(question.locator("time")).toHaveCSS("opacity", "1");
    expect(await violationsOn(page)).toEqual([]);
    await chatPane(page).evaluate((pane) => getSelection()?.selectAllChildren(pane));
    const copied = await page.evaluate(() => getSelection()?.toString() ?? "");
    expect(copied).toContain("In Greece.");
    expect(copied).not.toMatch(/\d\d:\d\d/);
    expect(copied).not.toMatch(/day, /);

    // One line stands between the two days, in the reader's words.
    const day = await page.evaluate(() =>
      new Date().toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric" }),
    );
    await expect(chatPane(page).getByText(/^\w+day, \w+ \d+$/)).toHaveText([day]);
    const first = messages(page).nth(1);
    const before = inZone(await first.locator("time").getAttribute("datetime"));
    await expect(first.locator("time")).toHaveAttribute(
      "data-time",
      new RegExp(`^${before.replace(", ", "(, \\d{4})?, ")}$`),
    );
    // And in their menus.
    const shown = (await first.locator("time").getAttribute("data-time")) ?? "";
    for (const [message, time] of [
      [first, shown],
      [reply, said],
    ] as const) {
      await message.getByRole("button", { name: "More" }).click();
      await expect(page.getByRole("menu", { name: "More" })).toContainText(time);
      await page.keyboard.press("Escape");
    }
  }
});

test("a member sees the time of each of four answers in its card and its menu, 1280 and 390 px wide [conversation.time] [quote.selection]", async ({
  page,
  providers,
}) => {
  providers.script({ text: "In Italy." });
  await page.goto("/");
  await askAll(page, "Where is Rome?", homeBox(page));
  const used = page.getByRole("button", { name: "Use this answer", includeHidden: true });
  await expect(used).toHaveCount(4);
  const card = answerCard(page, "ChatGPT 4");
  const time = card.locator("time");
  const said = inZone(await time.getAttribute("datetime")).split(", ")[1] ?? "";
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(time).toHaveAttribute("data-time", said);
    await expect(card).toHaveAccessibleDescription(said);
    await card.getByRole("button", { name: "More" }).click();
    await expect(page.getByRole("menu", { name: "More" })).toContainText(said);
    await page.getByRole("menuitem", { name: "Quote" }).click();
    await expect(composer(page)).toHaveValue("> ChatGPT 4: In Italy.\n\n");
    await composer(page).fill("");
    // On phones the tab is the card's head.
    if (width === 390) continue;
    await page.mouse.move(0, 0);
    await expect(time).toHaveCSS("opacity", "0");
    await card.hover();
    await expect(time).toHaveCSS("opacity", "1");
    expect(await violationsOn(page)).toEqual([]);
  }
});
