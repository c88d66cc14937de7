import { writeHistory } from "./support/chat-history.ts";
import {
  composer,
  conversation,
  ECHO,
  homeBox,
  messages,
  send,
  startChat,
  test,
  toast,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

test.beforeEach(({ providers }) => {
  providers.script(ECHO);
});

test.describe("a message that fails", () => {
  test("stays in its place with the reason, and is retried under the same id", async ({
    page,
    providers,
    product,
    member,
  }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    providers.script({ failure: { status: 400, message: "secret words of a provider" } });
    await send(page, "Second");
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible({ timeout: 20_000 });
    await expect(toast(page, "Error")).toBeVisible();
    await expect(messages(page).nth(2)).toContainText("Second");
    await expect(page.getByText("secret words")).toHaveCount(0);
    await expect(composer(page)).toHaveValue("");

    await page.reload();
    await expect(messages(page).nth(2)).toContainText("No reply was written to this message.");
    providers.script(ECHO);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(messages(page).nth(2)).toBeFocused();
    await expect(conversation(page).getByText("You asked: Second")).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
    const history = await writeHistory(product, member);
    expect(
      await history.read("messages", `user_id=eq.${history.userId}&content=eq.Second`),
    ).toHaveLength(1);
  });

  test("to reach anybody is kept through a reload, and sent once", async ({
    page,
    product,
    member,
  }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    await page.route("**/api/send_message", (route) => route.abort());
    await send(page, "Lost on the way");
    await expect(toast(page, "Failed to send message")).toBeVisible({ timeout: 2_000 });
    await expect(messages(page).nth(2)).toContainText("Failed to send message");
    await page.reload();
    await expect(messages(page).nth(2)).toContainText("Lost on the way");
    await page.unroute("**/api/send_message");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(conversation(page).getByText("You asked: Lost on the way")).toBeVisible();
    await page.reload();
    await expect(messages(page)).toHaveCount(4);
    const history = await writeHistory(product, member);
    const sent = await history.read(
      "messages",
      `user_id=eq.${history.userId}&content=eq.Lost on the way`,
    );
    expect(sent).toHaveLength(1);
  });

  test("and is not wanted any more goes back into the box", async ({ page }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    await page.route("**/api/send_message", (route) => route.abort());
    await send(page, "With a tpyo");
    await page.getByRole("button", { name: "Edit" }).click();
    await expect(composer(page)).toHaveValue("With a tpyo");
    await expect(messages(page)).toHaveCount(2);
  });

  test("to start a chat is back in the home box", async ({ page }) => {
    await page.route("**/api/start_chat", (route) =>
      route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Oops</h1>" }),
    );
    await page.goto("/");
    const box = homeBox(page);
    await box.fill("Do not lose me");
    await box.press("Enter");
    await expect(toast(page, "Failed to start chat")).toBeVisible();
    await expect(page).toHaveURL("/");
    await expect(box).toHaveValue("Do not lose me");
    await page.reload();
    await expect(box).toHaveValue("Do not lose me");
  });

  test("because its answer was lost is not offered again when the reply is there", async ({
    page,
  }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    await page.route("**/api/send_message", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await send(page, "Heard, but not answered");
    await expect(conversation(page).getByText("You asked: Heard, but not answered")).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
    await expect(toast(page, "Error")).toHaveCount(0);
  });

  test("for going too fast says when to try again", async ({ page }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    await page.route("**/api/send_message", (route) =>
      route.fulfill({
        status: 429,
        headers: { "retry-after": "34" },
        json: { error: "You are going too fast. Please try again in 34 seconds." },
      }),
    );
    await send(page, "Too fast");
    await expect(messages(page).nth(2)).toContainText("try again in 34 seconds");
    await page.unroute("**/api/send_message");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(conversation(page).getByText("You asked: Too fast")).toBeVisible();
  });

  test("for a membership that ended goes back into the box, which then says why", async ({
    page,
    product,
    member,
  }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    await product.setMembership({ email: member.email, status: "cancelled" });
    await send(page, "Keep me");
    await expect(toast(page, "Membership Required")).toContainText(
      "You need an active membership to send messages. Please upgrade your account.",
    );
    await expect(composer(page)).toHaveValue("Keep me");
    await expect(messages(page)).toHaveCount(2);
    await page.reload();
    await expect(page.getByText("Your membership has ended.")).toBeVisible();
    await expect(page.getByRole("link", { name: "See the plans" })).toHaveAttribute(
      "rel",
      "noopener noreferrer",
    );
    await expect(composer(page)).toHaveValue("Keep me");

    await product.setMembership({ email: member.email, status: "active" });
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await composer(page).press("Enter");
    await expect(conversation(page).getByText("You asked: Keep me")).toBeVisible();
  });

  test("twice within a moment is sent once", async ({ page, product, member }) => {
    await startChat(page, "First");
    await expect(messages(page)).toHaveCount(2);
    await composer(page).fill("Only once");
    await composer(page).evaluate((box) => {
      const enter = () =>
        box.dispatchEvent(
          new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
        );
      enter();
      enter();
      setTimeout(enter, 15);
    });
    await expect(conversation(page).getByText("You asked: Only once")).toBeVisible();
    const history = await writeHistory(product, member);
    expect(
      await history.read("messages", `user_id=eq.${history.userId}&content=eq.Only once`),
    ).toHaveLength(1);
  });
});
