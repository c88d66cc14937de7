import type { Locator, Page } from "@playwright/test";
import { writeHistory } from "./support/chat-history.ts";
import {
  composer,
  chatPane,
  homeBox,
  messages,
  send,
  test as asMember,
} from "./support/chat-page.ts";
import { expect, logInThroughForm, asVisitor as test } from "./support/product.ts";

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });
const boxOf = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  return { x, y, height, right: x + width, bottom: y + height };
};

asMember(
  "a member in a low window always sees New Chat and Settings in the sidebar",
  async ({ page }) => {
    await page.goto("/settings");
    for (const [width, height] of [
      [1280, 500],
      [1100, 560],
      [1280, 300],
    ] as const) {
      await page.setViewportSize({ width, height });
      const settings = sidebar(page).getByRole("button", { name: "Settings" });
      await expect(settings).toBeInViewport({ ratio: 1 });
      await expect(
        sidebar(page).getByRole("button", { name: "New Chat", exact: true }),
      ).toBeInViewport();
    }
  },
);

asMember(
  "a member with a long draft in a low window still sees the conversation",
  async ({ page, product, member }) => {
    const history = await writeHistory(product, member);
    const [chatId = ""] = await history.chats(["A chat"]);
    await history.messages(chatId, ["A question", "A reply"]);
    await page.goto(`/chats/${chatId}`);
    await expect(messages(page)).toHaveCount(2);
    await composer(page).fill("line\n".repeat(50));
    for (const [width, height, most] of [
      [320, 256, 102.4],
      [844, 390, 156],
      [1280, 800, 200],
    ] as const) {
      await page.setViewportSize({ width, height });
      const draft = await boxOf(composer(page));
      expect(draft.height).toBeCloseTo(most, 0);
      expect(draft.bottom).toBeLessThan(height);
      const transcript = await boxOf(chatPane(page));
      expect(transcript.height).toBeGreaterThan(24);
      expect(transcript.bottom).toBeLessThanOrEqual(draft.y);
    }
  },
);

/** The border, outline and glow of an element. */
const edgeOf = (edge: Locator) =>
  edge.evaluate((element) => {
    const { borderTopColor, borderTopWidth, outlineColor, boxShadow } = getComputedStyle(element);
    return { borderTopColor, borderTopWidth, outlineColor, boxShadow };
  });

for (const colorScheme of ["light", "dark"] as const) {
  test(`a visitor sees the home box with the same edge and glow as other fields (${colorScheme}) [look.boxes]`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto("/login");
    const calm = await edgeOf(page.getByLabel("Password", { exact: true }));
    await page.getByLabel("Email").focus();
    await expect.poll(() => edgeOf(page.getByLabel("Email"))).not.toEqual(calm);
    const field = await edgeOf(page.getByLabel("Email"));
    expect(field).toMatchObject({ borderTopWidth: "1px", outlineColor: "rgba(0, 0, 0, 0)" });
    expect(field.boxShadow).toContain("0px 0px 0px 4px");
    await page.goto("/");
    await homeBox(page).focus();
    const edge = homeBox(page).locator("..");
    await expect.poll(() => edgeOf(edge)).toEqual(field);
    await homeBox(page).blur();
    await expect.poll(() => edgeOf(edge)).toMatchObject({ borderTopColor: calm.borderTopColor });
  });
}

asMember(
  "a member sees Retry and Edit of a failed message side by side at every width",
  async ({ page, product, member }) => {
    const history = await writeHistory(product, member);
    const [chatId = ""] = await history.chats(["A chat"]);
    await page.goto(`/chats/${chatId}`);
    const error = "The provider did not answer. Try again in a moment.";
    await page.route("**/api/send_message", (route) =>
      route.fulfill({ status: 502, json: { error } }),
    );
    await send(page, "Hello");
    await expect(messages(page).last()).toContainText(error);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const [retry, edit] = await Promise.all(
        ["Retry", "Edit"].map((name) => boxOf(page.getByRole("button", { name, exact: true }))),
      );
      expect(edit?.y, `${width} px`).toBe(retry?.y);
    }
  },
);

asMember(
  "a member whose membership has ended reads a conversation to its end above the note that says so",
  async ({ page, product, member }) => {
    const history = await writeHistory(product, member);
    const [chatId = ""] = await history.chats(["A chat"]);
    await history.messages(chatId, ["A question", "A reply"]);
    await product.setMembership({ email: member.email, status: "expired" });
    await page.goto(`/chats/${chatId}`);
    const note = page.getByRole("paragraph").filter({ hasText: "Your membership has ended." });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 400 });
      await expect(async () => {
        expect((await boxOf(chatPane(page))).bottom).toBeLessThanOrEqual((await boxOf(note)).y);
      }).toPass({ timeout: 30_000 });
    }
  },
);

test("a member on trial sees the note below the home box, which stays where it was", async ({
  page,
  product,
}) => {
  await page.goto("/");
  await expect(page.getByRole("combobox", { name: "Model" })).toBeVisible();
  const before = await boxOf(homeBox(page));
  await logInThroughForm(page, await product.newMember("trial"));
  const note = page.getByText("A trial cannot send messages.").locator("..");
  await expect(note).toBeVisible();
  const promotion = page.getByRole("main").getByRole("region", { name: "Browser" });
  const gap = async () => (await boxOf(promotion)).y - (await boxOf(note)).bottom;
  await expect.poll(gap).toBeGreaterThanOrEqual(36);
  expect(await boxOf(homeBox(page))).toEqual(before);
});
