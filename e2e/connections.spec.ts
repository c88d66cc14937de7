import type { Page } from "@playwright/test";
import { MODEL_LABELS } from "#models";
import type { ProviderCall } from "../tests/support/providers/scripted-provider.ts";
import {
  answerCard,
  chatPane,
  chats,
  homeBox,
  messages,
  send,
  test,
  askAll,
} from "./support/chat-page.ts";
import { expect } from "./support/product.ts";

const LABELS = Object.values(MODEL_LABELS);

/** How many replies the tabs of the browser stream. */
const streams = (page: Page) =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.filter(({ name }) => name?.startsWith("sending:")).length;
  });

test("a member reads, searches and writes in other chats and tabs over HTTP/1.1 while nine replies are being written [answers.connections]", async ({
  page,
  context,
  providers,
  history,
}) => {
  test.slow();
  const [old = ""] = await history.chats(["About zebras"]);
  await history.messages(old, ["Are zebras white?", "Zebras are black."]);
  providers.script("by hand");
  const calls: ProviderCall[] = [];
  const begin = async (count: number, text: string) => {
    for (let begun = 0; begun < count; begun += 1) {
      const call = await providers.next();
      calls.push(call);
      call.write(text);
    }
  };
  const seesFour = async (text: string) => {
    for (const label of LABELS) await expect(answerCard(page, label)).toHaveText(new RegExp(text));
  };

  await page.goto("/");
  await askAll(page, "First question", homeBox(page));
  await begin(4, "First reply");
  await seesFour("First reply");
  const first = page.url();
  const protocol = await page.evaluate(() =>
    performance.getEntriesByType("navigation").map((entry) => entry.toJSON().nextHopProtocol),
  );
  expect(protocol).toStrictEqual(["http/1.1"]);
  expect(await streams(page)).toBe(4);

  // Another chat is opened, found and written in.
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByLabel("Search chats and messages").fill("black");
  await page.getByRole("option").filter({ hasText: "About zebras" }).click();
  await expect(messages(page).nth(1)).toContainText("Zebras are black.");
  await askAll(page, "Second question");
  await begin(4, "Second reply");
  await seesFour("Second reply");

  // So it is in another tab, with eight replies on their way.
  const other = await context.newPage();
  await other.goto(first);
  await expect(chats(other).getByRole("link")).toHaveCount(2);
  await expect(chatPane(other).getByText("First reply")).toHaveCount(4);
  await other.goto("/");
  await send(other, "Third question", homeBox(other));
  await begin(1, "Third reply");
  await expect(chatPane(other).getByText("Third reply")).toBeVisible();
  await expect.poll(() => streams(page)).toBeLessThanOrEqual(4);

  // All of them are followed to their ends.
  for (const call of calls) {
    call.end(", whole");
  }
  await seesFour("Second reply, whole");
  await expect(messages(other).nth(1)).toContainText("Third reply, whole");
  await page.goto(first);
  await seesFour("First reply, whole");
  providers.script({ text: "Fine." });
  await send(page, "Thank you");
  await expect(messages(page).last()).toContainText("Fine.");
});
