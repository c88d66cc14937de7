import type { Page } from "@playwright/test";
import {
  answer,
  button,
  openDeletion,
  openQuiz,
  RIGHT,
  WRONG,
} from "../../e2e/support/deletion-steps.ts";
import type { RunningProduct } from "../../e2e/support/running-product.ts";
import type { ScriptedProvider } from "../support/providers/scripted-provider.ts";
import { REPLY } from "./conversation.ts";

export type Studio = { page: Page; product: RunningProduct; providers: ScriptedProvider };
export type PicturedChats = { conversation: string; code: string };

const composer = (page: Page) => page.getByPlaceholder("Send a message...");

const answers = (page: Page) =>
  page.getByRole("region", { name: "Conversation" }).locator("section");

async function send(page: Page, content: string): Promise<void> {
  await composer(page).fill(content);
  await page.keyboard.press("Enter");
}

/** These go on from the state before them; the others begin in the conversation. */
export const GOES_ON = [
  "chat-streaming",
  "chat-queued",
  "chat-stopped",
  "chat-four-compared",
  "settings-delete-quiz-failed",
  "settings-delete-passed",
  "settings-delete-countdown",
  "settings-delete-scheduled",
  "home-expired",
  "settings-account-expired",
  "settings-account-membership-expired",
  "settings-account-membership-manage-expired",
];

/** These are about a notice; for the others it is waited until there is none. */
export const HAS_NOTICE = ["visitor-login-failed", "chat-notice", "settings-delete-quiz-failed"];

/** Who the pictures are of. */
export const DEMO = { email: "demo@example.com", password: "demo-member" };

/** States that no address alone leads to, and how to get there. */
export const STATES: Record<string, (place: Studio, chats: PicturedChats) => Promise<void>> = {
  "chat-conversation": async ({ page }) => {
    await composer(page).focus();
  },
  "chat-scrolled-up": async ({ page }) => {
    await page.getByRole("region", { name: "Conversation" }).hover();
    await page.mouse.wheel(0, -500);
    await page.getByRole("button", { name: "Jump to newest" }).waitFor();
  },
  "chat-drawer": async ({ page }) => {
    const menu = page.getByRole("button", { name: "Open menu" });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole("navigation", { name: "Chats" }).getByRole("link").first().waitFor();
  },
  "chat-code": async ({ page }, { code }) => {
    await page.goto(`/chats/${code}`);
    await page.locator("code").first().waitFor();
  },
  "chat-thinking": async ({ page, providers }) => {
    providers.script("by hand");
    await send(page, "What about lakes?");
    await page.getByText("Thinking...").waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor();
  },
  "chat-streaming": async ({ page, providers }) => {
    const call = await providers.next();
    call.write(REPLY.slice(0, 420));
    await page.getByText("so that water bulges").last().waitFor();
  },
  "chat-queued": async ({ page }) => {
    await send(page, "And what about the tides of the air?");
  },
  "chat-stopped": async ({ page, providers }) => {
    providers.script({ text: REPLY, pieceCharacters: 200, pieceMs: 1 });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    await page.getByText("You stopped this reply.").last().waitFor();
  },
  "chat-failed": async ({ page }) => {
    const error = "The model did not answer. Try again in a moment.";
    await page.route("**/api/send_message", (route) =>
      route.fulfill({ status: 502, json: { error } }),
    );
    await send(page, "Is it the same on the Moon?");
    await page.getByText(error).last().waitFor();
    await page.unroute("**/api/send_message");
  },
  "chat-unfinished": async ({ page, providers }) => {
    providers.script("by hand");
    await send(page, "Is it the same on the Moon?");
    const call = await providers.next();
    call.write(REPLY.slice(0, 210));
    await page.getByText("only on the side that faces it").last().waitFor();
    call.cut();
    await page.getByText("Unfinished").last().waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    providers.script({ text: REPLY, pieceCharacters: 200, pieceMs: 1 });
  },
  "chat-notice": async ({ page }) => {
    await page.route("**/api/send_message", (route) =>
      route.fulfill({
        status: 403,
        json: { error: "Active membership required", code: "membership_required" },
      }),
    );
    await send(page, "What about lakes?");
    await page.getByText("Membership Required", { exact: true }).waitFor();
    await page.unroute("**/api/send_message");
  },
  "chat-models": async ({ page }) => {
    await page.getByRole("combobox", { name: "Model" }).click();
  },
  "chat-search": async ({ page }) => {
    await page.keyboard.press("Control+k");
    await page.getByLabel("Search chats and messages").fill("tide");
    await page.locator("mark").first().waitFor();
  },
  "chat-four-running": async ({ page, providers }) => {
    providers.script({ text: REPLY, pieceCharacters: 200, pieceMs: 1 }, "openai");
    providers.script("by hand", "xai");
    providers.script({ failure: { status: 400 } }, "anthropic");
    await page.goto("/");
    await page.getByPlaceholder("Ask anything").fill("When was the tide first explained?");
    await page.getByRole("button", { name: "Ask all four" }).click();
    (await providers.next()).write(REPLY.slice(0, 210));
    await answers(page).filter({ hasText: "could not take" }).waitFor();
    await answers(page).getByRole("button", { name: "Stop" }).waitFor();
  },
  "chat-four-compared": async ({ page, providers }) => {
    providers.script({ text: "In 1687, by Newton." }, "anthropic");
    await answers(page).getByRole("button", { name: "Stop" }).click();
    await answers(page).getByRole("button", { name: "Retry" }).click();
    await page.getByText("by Newton").waitFor();
    await page.getByRole("button", { name: "Compare" }).click();
  },
  "chat-details": async ({ page }) => {
    const reply = page.getByRole("article", { name: "Assistant" }).last();
    await reply.getByRole("button", { name: "Details" }).click();
    await page.getByRole("dialog", { name: "What the model saw" }).waitFor();
    await page.waitForLoadState("networkidle");
  },
  "chat-edit": async ({ page }) => {
    const own = page.getByRole("article", { name: "You" }).first();
    await own.hover();
    await own.getByRole("button", { name: "Edit in a new chat" }).click();
    await page.getByRole("dialog").waitFor();
  },
  "chat-rename": async ({ page }) => {
    const menu = page.getByRole("button", { name: "Open menu" });
    if (await menu.isVisible()) await menu.click();
    const row = page.getByRole("navigation", { name: "Chats" }).getByRole("listitem").first();
    await row.hover();
    await row.getByRole("button", { name: "Chat options" }).click();
    await page.getByRole("menuitem", { name: "Rename chat" }).click();
    await page.getByRole("dialog", { name: "Rename chat" }).waitFor();
  },
  "chat-shortcuts": async ({ page }) => {
    await composer(page).blur();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  },
  "chat-folded": async ({ page }) => {
    const hide = page.getByRole("button", { name: "Hide sidebar" });
    if (await hide.isVisible()) await hide.click();
  },
  "settings-account-export": async ({ page }) => {
    await page.evaluate(() => localStorage.removeItem("sidebar-folded"));
    await page.goto("/settings/account");
    await page.getByRole("button", { name: "Export chats" }).click();
    await page.getByRole("dialog").waitFor();
  },
  "settings-delete-quiz": async ({ page }) => {
    await openDeletion(page);
    await openQuiz(page, DEMO);
  },
  "settings-delete-quiz-failed": async ({ page }) => {
    await answer(page, WRONG);
    await page.getByText("Please wait").waitFor();
  },
  "settings-delete-passed": async ({ page }) => {
    await page.clock.fastForward(61_000);
    await answer(page, RIGHT);
    await page.getByText("You Passed").first().waitFor();
  },
  "settings-delete-countdown": async ({ page }) => {
    await button(page, "Continue").click();
  },
  "settings-delete-scheduled": async ({ page }) => {
    await page.clock.runFor(20_000);
    await page.getByText("Account Deletion Scheduled").first().waitFor();
  },
  "home-expired": async ({ page, product }) => {
    await product.setMembership({ email: DEMO.email, status: "expired" });
    await page.goto("/");
    await page.getByText("See the plans").waitFor();
  },
  "settings-account-expired": async ({ page }) => {
    await page.goto("/settings/account");
    await page.getByRole("main").getByText("Upgrade to Go").waitFor();
  },
  "settings-account-membership-expired": async ({ page }) => {
    await page.goto("/settings/account/membership");
    await page.getByRole("main").getByText("Upgrade to Go").waitFor();
  },
  "settings-account-membership-manage-expired": async ({ page, product }) => {
    await page.goto("/settings/account/membership/manage");
    await page.getByRole("main").getByText("Upgrade to Go").waitFor();
    await product.setMembership({ email: DEMO.email, status: "active" });
  },
};
