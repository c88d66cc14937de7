import type { Locator, Page } from "@playwright/test";
import { test as asMember } from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect, asVisitor as test } from "./support/product.ts";

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
/** The value beside a name in a list of details. */
const detail = (page: Page, name: string): Locator =>
  main(page)
    .getByRole("term")
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator("xpath=following-sibling::dd");

/** The contrast between the edge of a badge and the card on which it stands. */
const edgeContrast = (badge: Locator) =>
  badge.evaluate((element) => {
    const { backgroundColor, boxShadow } = getComputedStyle(element);
    const edge = /([a-z]+\([^)]*\)) 0px 0px 0px 1px inset/.exec(boxShadow)?.[1];
    const card = getComputedStyle(element.closest("section") ?? element).backgroundColor;
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    const linear = (byte = 0) => ((byte / 255 + 0.055) / 1.055) ** 2.4;
    const [around = 1, , seen = 0] = [card, backgroundColor, edge].map((fillStyle) => {
      Object.assign(pen ?? {}, { fillStyle });
      pen?.fillRect(0, 0, 1, 1);
      const [red, green, blue] = pen?.getImageData(0, 0, 1, 1).data ?? [];
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05;
    });
    return seen / around;
  });

const upgrade = (page: Page) => button(page, "Upgrade to Go");

async function expectUpgrade(page: Page, isOffered: boolean): Promise<void> {
  await expect(upgrade(page)).toHaveCount(isOffered ? 1 : 0);
  if (!isOffered) return;
  await expect(upgrade(page)).toHaveAttribute("target", "_blank");
  await expect(upgrade(page)).toHaveAttribute("href", /^https:.*member/);
}

const STATUSES = [
  ["trial", "Trial", "Trial", "You are on a trial. Chatting needs an active membership."],
  ["active", "Active", "Active", "Your membership is active"],
  ["expired", "Inactive", "Expired", "Your membership has ended"],
  ["cancelled", "Inactive", "Cancelled", "Your membership has ended"],
] as const;

/** The first place on earth to reach a new day. */
const EARLY = "Pacific/Kiritimati";
asMember.use({ timezoneId: EARLY });

asMember(
  "a member sees every membership status on the account and membership pages, with 'Upgrade to Go' unless it is active [account.details] [account.upgrade] [membership.id] [membership.manage] [membership.billing] [membership.danger-zone] [settings.trail] [product.billing]",
  async ({ page, member, product }) => {
    const today = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: EARLY }).format(
      new Date(),
    );
    for (const [status, account, membership, text] of STATUSES) {
      await product.setMembership({ email: member.email, status });
      await page.goto("/settings/account");
      await expect(detail(page, "Email")).toHaveText(member.email);
      await expect(detail(page, "Account created")).toHaveText(today);
      const row = main(page).getByRole("link", { name: "Membership" });
      await expect(row).toContainText(account);
      await expectUpgrade(page, status !== "active");
      // Not below the fold.
      if (status !== "active") await expect(upgrade(page)).toBeInViewport({ ratio: 1 });
      await row.click();
      await expect(page).toHaveURL("/settings/account/membership");
      await expect(detail(page, "Status")).toHaveText(membership);
      await expect(main(page)).toContainText(text);
      await expect(detail(page, "Membership Started")).toHaveText("Not set");
      await expect(detail(page, "Membership Ends")).toHaveText("Not set");
      await expect(detail(page, "Membership ID")).toHaveCount(0);
      await expectUpgrade(page, status !== "active");
      await button(page, "Manage Membership").click();
      await expect(page).toHaveURL("/settings/account/membership/manage");
      await expect(detail(page, "Status")).toHaveText(membership);
      await expectUpgrade(page, status !== "active");
    }

    await product.setMembership({
      email: member.email,
      status: "active",
      startedAt: "2026-01-01T00:00:00Z",
      endsAt: "2031-12-31T23:59:59Z",
      id: "mem_123",
    });
    await page.goto("/settings/account/membership");
    for (const path of ["/settings/account/membership", "/settings/account/membership/manage"]) {
      await expect(page).toHaveURL(path);
      await expect(detail(page, "Status")).toHaveText("Active");
      await expect(detail(page, "Membership Started")).toHaveText("January 1, 2026");
      await expect(detail(page, "Membership Ends")).toHaveText("December 31, 2031");
      await expect(detail(page, "Membership ID")).toHaveText("mem_123");
      for (const [width, isStacked] of [
        [390, true],
        [1280, false],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        const stacked = await main(page)
          .getByRole("term")
          .evaluateAll((names) =>
            names.map((name) => {
              const value = name.nextElementSibling?.getBoundingClientRect();
              return (value?.top ?? 0) >= name.getBoundingClientRect().bottom;
            }),
          );
        expect(stacked, `${path} at ${width} px`).toEqual(Array(4).fill(isStacked));
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await edgeContrast(detail(page, "Status").locator("span"))).toBeGreaterThanOrEqual(
          3,
        );
      }
      if (!path.endsWith("manage")) await button(page, "Manage Membership").click();
    }
    for (const name of ["Update Payment Method", "View Billing History"]) {
      const link = main(page).getByRole("link", { name });
      await expect(link).toHaveAttribute("href", /^https:\/\/.*orders/);
      await expect(link).toHaveAttribute("target", "_blank");
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    }
    const trail = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(trail.getByRole("link")).toHaveText(["Account Settings", "Membership Details"]);
    await expect(trail.getByText("Manage Membership")).toHaveAttribute("aria-current", "page");
    const danger = main(page).getByRole("region", { name: "Danger Zone" });
    await danger.getByRole("button", { name: "Delete Account" }).click();
    await expect(page).toHaveURL("/settings/account/delete");
  },
);

asMember(
  "a member sees that their membership is loading or could not be loaded, and can try again [look.loading]",
  async ({ page }) => {
    let asked = 0;
    const answer = await holdRequests(page, "**/rest/v1/users*", (route) => {
      asked += 1;
      return route.fulfill({ status: 500, json: { message: "out of order" } });
    });
    await page.goto("/settings/account/membership");
    // The page has loaded, the membership has not.
    await expect(main(page).getByRole("heading", { name: "Membership Details" })).toBeVisible();
    await expect(main(page).getByText("Loading")).toBeAttached();
    answer();
    await expect(main(page).getByRole("alert")).toHaveText("Your membership could not be loaded.");
    expect(asked, "asked once, so shown at once").toBe(1);
    await page.goto("/settings/account");
    await expect(main(page).getByRole("link", { name: "Membership" })).toContainText(
      "Could not be loaded",
    );
    await page.goto("/settings/account/membership");
    await expect(main(page).getByRole("alert")).toBeVisible();
    // The page tries again by itself too. Only after the press may that succeed.
    await page.evaluate(() =>
      addEventListener("click", () => Object.assign(window, { pressed: true }), { capture: true }),
    );
    await page.unroute("**/rest/v1/users*");
    await page.route("**/rest/v1/users*", async (route) => {
      const isPressed = await page.evaluate(() => "pressed" in window);
      return isPressed ? route.continue() : route.fulfill({ status: 500, json: {} });
    });
    await button(page, "Try again").click();
    await expect(detail(page, "Status")).toHaveText("Active");
  },
);

test("a visitor saves a color, sees it until a reload, and reads every color's name whole in its card at any width [notices.color-updated] [color.swatches] [color.save] [color.cancel] [color.not-kept]", async ({
  page,
}) => {
  await page.goto("/settings/chat/color");
  await expect(page.getByRole("radio", { name: "Blue" })).toBeChecked();
  const background = () =>
    button(page, "Save Changes").evaluate((element) => getComputedStyle(element).backgroundColor);
  const blue = await background();
  await page.getByRole("radio", { name: "Blue" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Green" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/settings/chat");
  await expect(page.getByText("Color updated")).toBeVisible();
  await expect(page.getByText("Your chat theme has been updated")).toBeVisible();
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-color", "green");
  await page.getByRole("button", { name: "Back to Settings" }).click();
  await page.getByRole("link", { name: "Primary Color" }).click();
  await expect(page.getByRole("radio", { name: "Green" })).toBeChecked();
  expect(await background()).not.toBe(blue);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Blue" })).toBeChecked();
  expect(await background()).toBe(blue);
  await expect(page.getByRole("radio")).toHaveCount(8);
  for (const width of [320, 390, 640, 768, 800, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const spilling = await main(page)
      .locator("label")
      .evaluateAll((cards) =>
        cards.filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.textContent),
      );
    expect(spilling, `${width} px`).toEqual([]);
  }
  await main(page).getByText("Purple").click();
  await expect(page.getByRole("radio", { name: "Purple" })).toBeChecked();
  await expect(page.getByText("This is how")).toHaveAttribute("data-color", "purple");
  await button(page, "Cancel").click();
  await expect(page).toHaveURL("/settings");
  await expect(page.locator("html")).toHaveAttribute("data-color", "blue");
});

test("a visitor's safety switches are off at first, stay as set in all tabs, and say when the browser stores nothing [notices.settings-updated] [safety.default-off] [safety.stored] [safety.nsfw] [safety.academic] [safety.cards]", async ({
  page,
  context,
}) => {
  await page.goto("/settings/safety");
  const nsfw = page.getByRole("switch", { name: "Allow NSFW Content" });
  const academic = page.getByRole("switch", { name: "Allow Academic Dishonesty" });
  await expect(nsfw).not.toBeChecked();
  await expect(academic).not.toBeChecked();
  await expect(nsfw).toHaveAccessibleDescription(
    /adult content.*all chats and is not per conversation/,
  );
  await expect(academic).toHaveAccessibleDescription(
    /help with assignments.*violation of school policy/,
  );
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const where = main(page).getByText(
      "Saved in this browser only. The models apply their own rules.",
    );
    await expect(where).toBeVisible();
  }
  for (const name of [/content filtering/, /academic integrity/]) {
    await expect(page.getByRole("region", { name })).toBeVisible();
  }
  await academic.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Settings updated")).toBeVisible();
  await expect(page.getByText("Your safety settings have been saved")).toBeVisible();
  await nsfw.click();
  await academic.click();
  await page.reload();
  await expect(nsfw).toBeChecked();
  await expect(academic).not.toBeChecked();
  expect(await page.evaluate(() => localStorage.getItem("safety-settings"))).toBe(
    '{"allowNSFW":true,"allowAcademicDishonesty":false}',
  );

  const other = await context.newPage();
  await other.goto("/settings/safety");
  await other.getByRole("switch", { name: "Allow Academic Dishonesty" }).click();
  await expect(academic).toBeChecked();
  await nsfw.click();
  await expect(other.getByRole("switch", { name: "Allow NSFW Content" })).not.toBeChecked();
  await expect(academic).toBeChecked();

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await nsfw.click();
  await expect(nsfw).toBeChecked();
  await expect(page.getByRole("alert")).toContainText("does not let this page store anything");
});

asMember(
  "a member changes color and safety settings and writes to support, and nothing is sent to the server; the message is there again after a reload, for them only [color.not-sent] [support.cards] [support.faq] [support.form] [support.not-sent]",
  async ({ page, member }) => {
    await page.goto("/settings/safety");
    await expect(page.getByText(member.email)).toBeVisible();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/assets/")) return;
      if (request.method() !== "GET" || /safety|nsfw|color=/i.test(request.url())) {
        sent.push(`${request.method()} ${request.url()}`);
      }
    });
    await page.getByRole("switch", { name: "Allow NSFW Content" }).click();
    await expect(page.getByText("Settings updated")).toBeVisible();
    await button(page, "Back to Settings").click();
    await page.getByRole("link", { name: "Primary Color" }).click();
    await page.getByRole("radio", { name: "Teal" }).check();
    await button(page, "Save Changes").click();
    await expect(page.getByText("Color updated")).toBeVisible();
    await expect(page).toHaveURL("/settings/chat");
    await page.getByRole("button", { name: "Back to Settings" }).click();
    await page.getByRole("link", { name: "Help Center" }).click();
    for (const name of ["Help Center", "Contact Support", "Live Chat"]) {
      const card = main(page).getByRole("listitem").filter({ hasText: name });
      await expect(card.getByRole("link").first()).toBeVisible();
    }
    await expect(main(page).getByRole("heading", { level: 3 })).toHaveText([
      "How do I change my plan?",
      "Can I export my chat history?",
      "How do I delete my account?",
      "Is my data secure?",
    ]);
    await main(page).getByText("Can I export my chat history?").click();
    await expect(main(page).getByText("as readable text or as")).toBeVisible();
    await main(page).getByText("How do I delete my account?").click();
    await expect(main(page).locator("details[open] a")).toHaveCount(2);
    await expect(page.getByLabel("Email")).toHaveValue(member.email);
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Message").fill("Where is");
    await button(page, "Send Message").click();
    await expect(page.getByLabel("Subject")).toBeFocused();
    await expect(main(page).locator("[aria-invalid=true]")).toHaveCount(1);
    await page.getByLabel("Subject").fill("A question");
    await expect(main(page).locator("[aria-invalid=true]")).toHaveCount(0);
    await page.getByLabel("Message").fill("Where is\nmy invoice?");
    await button(page, "Send Message").click();
    await expect(main(page).getByRole("alert")).toContainText("could not be sent from here");
    await expect(page.getByRole("link", { name: "Send as email" })).toHaveAttribute(
      "href",
      /^mailto:[^?]+\?subject=A%20question&body=Where%20is%0D%0Amy%20invoice%3F%0D%0A%0D%0AAda/,
    );
    await page.getByLabel("Name").fill("Ada L.");
    await expect(page.getByRole("link", { name: "Send as email" })).toHaveCount(0);
    await page.reload();
    await expect(main(page).getByRole("textbox", { name: "Message" })).toHaveValue(
      "Where is\nmy invoice?",
    );
    expect(sent).toEqual([]);
  },
);
