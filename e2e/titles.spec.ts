import {
  chatPane,
  chatRow,
  chats,
  composer,
  homeBox,
  messages,
  openChatMenu,
  test,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

const LONG = "How do I carry a cello on a night train from Vienna to Rome without a reservation?";
const FIRST_LINE = "How do I carry a cello on a night train from Vienna to Rome…";
const NAME = "Cello on the night train";

test.afterEach(({ providers }) => {
  providers.scriptNames({ failure: { status: 400 } });
});

test("a member sees a chat's first line as its title, then the name from the model, also in other tabs and on other devices [titles.made] [titles.beside]", async ({
  page,
  context,
  device,
  providers,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  providers.script("by hand");
  providers.scriptNames("by hand");
  await page.goto("/");
  await homeBox(page).fill(LONG);
  await homeBox(page).press("Enter");
  const reply = await providers.next();
  const naming = await providers.nextName();
  reply.write("In its own ");
  await expect(chatPane(page)).toContainText("In its own");
  await expect(page).toHaveTitle(new RegExp(`^${FIRST_LINE}`));
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other).toHaveTitle(new RegExp(`^${FIRST_LINE}`));

  naming.end(`${NAME}.`);
  await expect(page).toHaveTitle(new RegExp(`^${NAME}`));
  await expect(other).toHaveTitle(new RegExp(`^${NAME}`));
  reply.end("compartment.");
  await expect(messages(page).last()).toContainText("In its own compartment.");
  await device.goto("/");
  await expect(chats(device).getByRole("link")).toHaveText([NAME]);
  await expect(page).toHaveTitle(new RegExp(`^${NAME}`));
});

test("a member sees a name that comes after the reply, and keeps one that they chose themselves [titles.beside] [titles.persons]", async ({
  page,
  providers,
}) => {
  providers.scriptNames("by hand");
  await page.goto("/");
  await homeBox(page).fill(LONG);
  await homeBox(page).press("Enter");
  await expect(messages(page).last()).toContainText("You asked:");
  (await providers.nextName()).end(NAME);
  await expect(chatRow(page, NAME)).toBeVisible({ timeout: 15_000 });

  providers.script("by hand");
  await page.goto("/");
  await homeBox(page).fill(`${LONG} Or a bass?`);
  await homeBox(page).press("Enter");
  await expect(composer(page)).toBeVisible();
  const reply = await providers.next();
  const naming = await providers.nextName();
  await openChatMenu(page, FIRST_LINE);
  await page.getByRole("menuitem", { name: "Rename chat" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename chat" });
  await dialog.getByLabel("Title").fill("My bass");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(chatRow(page, "My bass")).toBeVisible();
  naming.end("Another name");
  await naming.closed;
  reply.end("Whole.");
  await expect(messages(page).last()).toContainText("Whole.");
  await page.reload();
  await expect(chats(page).getByRole("link")).toHaveText(["My bass", NAME]);
});

test("a member sees the time of last use only beside chats of the same name in the sidebar and in the drawer [chats.same-name]", async ({
  page,
  history,
}) => {
  await history.chats([
    [NAME, "2026-02-03T12:00:00Z"],
    [NAME, "2025-02-03T12:00:00Z"],
    ["Another", "2025-01-03T12:00:00Z"],
  ]);
  await page.goto("/");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 390) await page.getByRole("button", { name: "Open menu" }).click();
    await expect(chats(page).getByRole("link")).toHaveText([
      `${NAME}Feb 3`,
      `${NAME}Feb 3, 2025`,
      "Another",
    ]);
    for (const row of await chatRow(page, NAME).all()) {
      const day = row.getByText(/^Feb 3/);
      await expect(day).toBeInViewport({ ratio: 1 });
    }
  }
});
