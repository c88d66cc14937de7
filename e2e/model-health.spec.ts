import { violationsOn } from "./support/axe.ts";
import {
  chatPane,
  chats,
  ECHO,
  messages,
  send,
  startAnsweredChat,
  test,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

test("a member sees which models have trouble when choosing one, and asks another about a message that failed [models.health] [models.ask-another]", async ({
  page,
  providers,
}) => {
  let asked = 0;
  let health = { "chatgpt-4": "good", "chatgpt-5": "slow", grok: "failing", "claude-4": "unknown" };
  await page.route("**/api/health", (route) => {
    asked += 1;
    return route.fulfill({ json: { ok: true, models: health } });
  });
  await startAnsweredChat(page, "First");
  expect(asked).toBe(0);

  const options = page.getByLabel("Model").getByRole("option");
  await expect(options).toHaveText(["ChatGPT 4", "ChatGPT 5", "Grok", "Claude 4"]);
  await page.getByLabel("Model").focus();
  await expect(options).toHaveText([
    "ChatGPT 4",
    "ChatGPT 5 · slow",
    "Grok · not answering",
    "Claude 4",
  ]);
  await expect(page.getByRole("button", { name: "Grok not answering" })).toBeVisible();
  expect(asked).toBe(1);

  health = { ...health, "chatgpt-5": "failing", grok: "slow" };
  providers.script({ failure: { status: 400 } }, "openai");
  await send(page, "Second");
  const failed = messages(page).nth(2);
  await expect(failed.getByRole("button", { name: "Retry" })).toBeVisible();
  await expect(failed.getByRole("button", { name: "Ask Claude 4" })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  const askedByNow = asked;
  expect(askedByNow).toBeLessThanOrEqual(2);
  providers.script(ECHO);
  await failed.getByRole("button", { name: "Ask Claude 4" }).click();
  await expect(chatPane(page).getByText("You asked: Second")).toBeVisible();
  await expect(messages(page).nth(3)).toContainText("Model: Claude 4");
  await expect(page.getByLabel("Model")).toHaveValue("chatgpt-4");
  await expect(chats(page)).toBeVisible();
  expect(asked).toBe(askedByNow);
});
