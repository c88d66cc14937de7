import { homeBox, messages, send, startAnsweredChat, test, toast } from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

test("a member keeps what they wrote while the database takes no writes [reply.database-away]", async ({
  page,
}) => {
  await startAnsweredChat(page, "First");
  const refusal = {
    status: 503,
    json: { error: "The service cannot be reached right now.", code: "unavailable" },
  };
  await page.route(/\/api\/(send_message|start_chat)$/, (route) => route.fulfill(refusal));
  await send(page, "Into a chat");
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await page.reload();
  await expect(messages(page).nth(2)).toContainText("Into a chat");

  await page.goto("/");
  await send(page, "Into a new chat", homeBox(page));
  await expect(toast(page, "cannot be reached").first()).toBeVisible();
  await expect(homeBox(page)).toHaveValue("Into a new chat");
  await page.reload();
  await expect(homeBox(page)).toHaveValue("Into a new chat");
});
