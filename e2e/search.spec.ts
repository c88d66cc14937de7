import { writeHistory } from "./support/chat-history.ts";
import { messages, test } from "./support/chat-page.ts";
import { expect } from "./support/product.ts";
import {
  searchDialog as dialog,
  searchField as field,
  foundOptions as options,
} from "./support/search-dialog.ts";

test("a member is told when a search fails or has no network, and late answers do not take the place of newer ones; a chat in which all is in view has nothing to jump to [search.states] [search.current] [conversation.scrolls]", async ({
  page,
  context,
  product,
  member,
}) => {
  const history = await writeHistory(product, member);
  const [chat = ""] = await history.chats(["Fruit"]);
  await history.messages(chat, ["an apple", "an apricot"]);
  await page.goto("/");
  // Signed in: the key is heard from then on.
  await expect(page.getByText(member.email)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");

  // The answer to 'ap' comes after the one to 'apr'.
  const isLate = Promise.withResolvers<void>();
  await page.route("**/api/search", async (route) => {
    const { query } = route.request().postDataJSON() as { query: string };
    if (query === "ap") await isLate.promise;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest("**/api/search");
  await field(page).fill("ap");
  await asked;
  await field(page).fill("apr");
  await expect(options(page)).toHaveCount(1);
  isLate.resolve();
  await page.unrouteAll({ behavior: "wait" });
  await expect(options(page)).toHaveCount(1);
  await expect(options(page).first()).toContainText("an apricot");

  await page.route("**/api/search", (route) =>
    route.fulfill({ status: 503, json: { error: "Not now.", code: "unavailable" } }),
  );
  await field(page).fill("apple");
  await expect(dialog(page)).toContainText("Not now.");
  await page.unroute("**/api/search");
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(options(page)).toHaveCount(1);

  await context.setOffline(true);
  await field(page).fill("apples");
  await expect(dialog(page)).toContainText("You are offline.");
  await context.setOffline(false);
  await expect(dialog(page)).toContainText("Nothing found.");

  await field(page).fill("apricot");
  await options(page).first().click();
  await expect(messages(page).filter({ hasText: "an apricot" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Jump to newest" })).toHaveCount(0);
});

test("a member's keys wait for the search that they opened, Enter too, and go into the box when it cannot be loaded [search.opens] [typing.anywhere]", async ({
  page,
  product,
  member,
}) => {
  const history = await writeHistory(product, member);
  const [chat = "", other = ""] = await history.chats(["Okapi zebra", "Another"]);
  // Each first opening of a page has its code fetched only now, and late.
  const held = /assets\/(command-host|search-dialog|shortcuts-dialog|prefetch)-[\w-]+\.js/;
  const openSlowly = async (path: string) => {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const release = Promise.withResolvers<void>();
    await page.route(held, async (route) => {
      await release.promise;
      await route.continue().catch(() => undefined);
    });
    await page.goto(path);
    await expect(page.getByText(member.email)).toBeVisible();
    return release.resolve;
  };
  const box = page.locator("main textarea");

  let release = await openSlowly(`/chats/${other}`);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("okapi", { delay: 60 });
  release();
  await page.keyboard.type(" zeb", { delay: 120 });
  await expect(field(page)).toHaveValue("okapi zeb");
  await expect(box).toHaveValue("");
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.keyboard.type("more");
  await expect(box).toHaveValue("more");

  release = await openSlowly("/");
  await page.getByRole("button", { name: "Search chats" }).click();
  await page.keyboard.type("okapi");
  await page.keyboard.press("Enter");
  release();
  await expect(page).toHaveURL(`/chats/${chat}`);
  await expect(box).toHaveValue("");
  await expect(messages(page)).toHaveCount(0);

  release = await openSlowly("/");
  await page.getByRole("button", { name: "Search chats" }).focus();
  await page.keyboard.press("?");
  await page.keyboard.type("lost on nobody");
  release();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(box).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Search chats" })).toBeFocused();

  await openSlowly("/");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route(held, (route) => route.abort());
  await page.route("**/", (route) =>
    route.request().method() === "HEAD" ? route.abort() : route.continue(),
  );
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("kept");
  await expect(page.getByText("This part could not be loaded")).toBeVisible();
  await expect(box).toHaveValue("kept");
});
