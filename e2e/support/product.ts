import { expect, type Page, test as base } from "@playwright/test";
import {
  type ScriptedProvider,
  startScriptedProvider,
} from "../../tests/support/providers/scripted-provider.ts";
import { writeHistory } from "./chat-history.ts";
import { type Member, type RunningProduct, startRunningProduct } from "./running-product.ts";
import { wrapTexts } from "./wrap-texts.ts";

type WorkerFixtures = {
  /** The fake providers of this worker's product. */
  providers: ScriptedProvider;
  /** This worker's product; `page.goto("/login")` opens one of its pages. */
  product: RunningProduct;
};

type TestFixtures = {
  /** A new member with an active membership. */
  member: Member;
  /** Writes chats and messages as what this member has written before. */
  history: Awaited<ReturnType<typeof writeHistory>>;
  /** Whether the browser translates the page. `TRANSLATED=1` has it do so in every test. */
  translated: boolean;
  /** Has the providers repeat each question at once, whatever the previous test scripted. */
  repeatingProviders: undefined;
};

/** What a provider that repeats the question replies to it. */
export const echo = (question: string) => `You asked: ${question}`;

/** Playwright's `test` with a private product per worker, and pages on which nobody is signed in. */
export const asVisitor = base.extend<TestFixtures, WorkerFixtures>({
  providers: [
    async ({}, provide) => {
      const providers = await startScriptedProvider();
      await provide(providers);
      await providers.stop();
    },
    { scope: "worker" },
  ],
  product: [
    async ({ providers }, provide) => {
      const product = await startRunningProduct({
        env: {
          ...providers.env,
          TURNS_PER_MINUTE: "1000",
          CHATS_PER_MINUTE: "1000",
          SEARCHES_PER_MINUTE: "1000",
        },
      });
      await provide(product);
      await product.stop();
    },
    { scope: "worker", timeout: 500_000 },
  ],
  repeatingProviders: [
    async ({ providers }, provide) => {
      providers.forget();
      providers.script({ text: echo });
      await provide(undefined);
    },
    { auto: true },
  ],
  // Once the browser is idle a page fetches ahead what may be opened next. Few tests need that, and it takes much
  // processor time, so browsers are idle from `goOffline` on only.
  translated: [process.env["TRANSLATED"] === "1", { option: true }],
  context: async ({ context, translated }, provide) => {
    if (translated) await context.addInitScript(wrapTexts);
    await context.addInitScript(() => {
      const idle = Promise.withResolvers<void>();
      const requestIdleCallback = (call: () => void) => void idle.promise.then(call);
      Object.assign(window, { requestIdleCallback, becomeIdle: idle.resolve });
    });
    await provide(context);
  },
  baseURL: async ({ product }, provide) => {
    await provide(product.origin);
  },
  member: async ({ product }, provide) => {
    await provide(await product.newMember("active"));
  },
  history: async ({ product, member }, provide) => {
    await provide(await writeHistory(product, member));
  },
});

export { expect } from "@playwright/test";

/** The sidebar, which a narrow window hides. */
export const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });

/** Lets the session's token run out, for the page's next load. */
export const expireSession = (page: Page) =>
  page.evaluate(() => {
    const key = "sb-localhost-auth-token";
    const session = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }));
  });

/** Ends all sessions of the person whose page it is, as from another device. */
export async function endSessions(page: Page, product: RunningProduct): Promise<void> {
  const token = await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("sb-localhost-auth-token") ?? "{}") as object;
    return "access_token" in session ? String(session.access_token) : "";
  });
  const { status } = await product.send("/auth/v1/logout?scope=global", {
    method: "POST",
    headers: { apikey: product.secrets.publishableKey, authorization: `Bearer ${token}` },
  });
  expect(status).toBe(204);
}

/** Logs a member in through the log-in screen and waits for the chat screen. */
export async function logInThroughForm(page: Page, member: Member): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password").fill(member.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL("/");
}
