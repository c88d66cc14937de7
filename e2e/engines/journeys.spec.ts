import { QUESTIONS } from "../../src/features/deletion/quiz-rules.ts";
import { sessionOf } from "../support/chat-history.ts";
import { type ChosenFile, jsonFile, ofChatGpt, zipFile } from "../support/import-files.ts";
import { asVisitor, expect } from "../support/product.ts";
import type { Member, RunningProduct } from "../support/running-product.ts";
import { ENGINES, WALKED_ENGINES } from "./engines.ts";
import { HALF_A_MINUTE_LATER, type Engine, type Role, type Tab } from "./tab.ts";

type Fixtures = {
  /** The tab of a browser, which is started when it is first asked for. */
  tabOf: (name: string) => Promise<Tab>;
};

const test = asVisitor.extend<object, Fixtures>({
  tabOf: [
    async ({}, provide) => {
      const started = new Map<string, Promise<Engine>>();
      await provide(async (name) => {
        const engine = started.get(name) ?? ENGINES[name]?.();
        if (engine === undefined) throw new Error(`${name} is not installed.`);
        started.set(name, engine);
        return (await engine).tab;
      });
      for (const engine of await Promise.allSettled(started.values())) {
        if (engine.status === "fulfilled") await engine.value.stop();
      }
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

const BOX_HEIGHT = "document.querySelector('textarea')?.clientHeight";
/** How far the question is below the top edge of the pane. */
const QUESTION_TOP = `((pane) => pane.querySelector("article").getBoundingClientRect().top - pane.getBoundingClientRect().top)(
  document.querySelector("[aria-label=Conversation]"))`;
const IS_ON = "document.querySelector('[role=switch]')?.getAttribute('aria-checked')";

const expectText = (tab: Tab, text: string | RegExp) =>
  expect.poll(() => tab.evaluate("document.body.innerText")).toMatch(text);
const expectNoText = (tab: Tab, text: string) =>
  expect.poll(() => tab.evaluate("document.body.innerText")).not.toContain(text);
const expectCount = (tab: Tab, role: Role, name: string, count: number) =>
  expect.poll(() => tab.count(role, name), { message: `${role} '${name}'` }).toBe(count);
const expectPath = (tab: Tab, path: string | RegExp) =>
  expect.poll(() => tab.evaluate("location.pathname")).toMatch(path);
const expectFocus = (tab: Tab, text: string) =>
  expect
    .poll(() =>
      tab.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
      ),
    )
    .toBe(text);

/** Puts a file into the field for files. */
const chooseFile = ({ name, buffer }: ChosenFile) => `{
  const data = new DataTransfer();
  const bytes = Uint8Array.from(atob("${buffer.toString("base64")}"), (letter) => letter.charCodeAt(0));
  data.items.add(new File([bytes], "${name}"));
  const field = document.querySelector("input[type=file]");
  field.files = data.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}`;

async function openAsMember(tab: Tab, product: RunningProduct, member: Member): Promise<Tab> {
  const session = JSON.stringify(await sessionOf(product, member));
  await tab.evaluate(`localStorage.setItem("sb-localhost-auth-token", ${JSON.stringify(session)})`);
  await tab.open(product.origin);
  await expectCount(tab, "heading", "Hi, how can I help you?", 1);
  await expectText(tab, member.email);
  return tab;
}

/** From the first step of the deletion. */
async function goToCountdown(tab: Tab, member: Member): Promise<void> {
  await tab.click("textbox", "Password");
  await tab.type(member.password);
  await tab.click("button", "Continue");
  for (const [index, { correctAnswer }] of QUESTIONS.entries()) {
    await expectText(tab, `Question ${index + 1} of ${QUESTIONS.length}`);
    await tab.click("radio", correctAnswer);
    await tab.click("button", index < QUESTIONS.length - 1 ? "Next" : "Submit Quiz");
  }
  await expectCount(tab, "heading", "You Passed", 1);
  await tab.click("button", "Continue");
  await expectCount(tab, "heading", "Final Confirmation", 1);
}

for (const name of WALKED_ENGINES) {
  test.describe(name, () => {
    test.beforeEach(async ({ tabOf, product }) => {
      const tab = await tabOf(name);
      // A page of the same origin on which no script of the product runs.
      await tab.open(`${product.origin}/favicon.svg`);
      await tab.evaluate("localStorage.clear()");
    });

    test("a visitor asks, is led to the log-in, and sends what they had typed [look.engines]", async ({
      tabOf,
      product,
      member,
    }) => {
      const tab = await tabOf(name);
      await tab.open(product.origin);
      await expectCount(tab, "heading", "Hi, how can I help you?", 1);
      await tab.click("textbox", "Ask anything");
      await tab.type("Why is the sky blue?");
      await tab.press("Enter");
      await expectText(tab, "You need to be logged in to send messages.");
      await expectFocus(tab, "Sign up");
      await tab.click("button", "Log in");
      await expectPath(tab, "/login");
      await tab.click("textbox", "Email");
      await tab.type(member.email);
      await tab.click("textbox", "Password");
      await tab.type(member.password);
      await tab.press("Enter");
      await expectCount(tab, "heading", "Hi, how can I help you?", 1);
      await expectText(tab, member.email);
      await tab.click("button", "Send message");
      await expectPath(tab, /^\/chats\/[\da-f-]{36}$/);
      await expectText(tab, "You asked: Why is the sky blue?");
      await tab.reload();
      await expectText(tab, "You asked: Why is the sky blue?");
    });

    test("a member watches a reply arrive, stops the next one, and asks another model [look.engines]", async ({
      tabOf,
      product,
      member,
      providers,
    }) => {
      const tab = await openAsMember(await tabOf(name), product, member);
      providers.script("by hand");
      await tab.click("textbox", "Ask anything");
      await tab.type("First");
      await tab.press("Enter");
      const first = await providers.next();
      first.write("Beginning, ");
      await expectText(tab, "Beginning,");
      await expectCount(tab, "button", "Stop", 1);
      await expectNoText(tab, "end.");
      first.end(`${"line\n".repeat(80)}end.`);
      await expectText(tab, "end.");
      // The reply is read from its question on.
      expect(await tab.evaluate(QUESTION_TOP)).toBeCloseTo(24, 0);
      await expectText(tab, "Model: ChatGPT 4");
      await expectCount(tab, "button", "Stop", 0);

      await expectFocus(tab, "Send a message...");
      await tab.type("Second");
      await tab.press("Enter");
      const second = await providers.next();
      second.write("Never whole");
      await expectText(tab, "Never whole");
      await tab.click("button", "Stop");
      await second.closed;
      await expectText(tab, "You stopped this reply.");
      await expectCount(tab, "button", "Stop", 0);

      providers.script({ text: (question) => `Claude heard: ${question}` });
      await tab.choose("Model", "Claude 4");
      await tab.click("textbox", "Send a message...");
      const height = await tab.evaluate<number>(BOX_HEIGHT);
      await tab.type("Third, ".repeat(25));
      await expect.poll(() => tab.evaluate(BOX_HEIGHT)).toBeGreaterThan(height);
      await tab.click("button", "Send message");
      await expectText(tab, "Claude heard: Third");
      await expectText(tab, "Model: Claude 4");
    });

    test("a member finds a message by its words, renames its chat and deletes it [look.engines]", async ({
      tabOf,
      product,
      member,
    }) => {
      const tab = await openAsMember(await tabOf(name), product, member);
      await tab.click("textbox", "Ask anything");
      await tab.type("Where do zebras sleep?");
      await tab.press("Enter");
      await expectText(tab, "You asked: Where do zebras sleep?");
      await expectCount(tab, "button", "Stop", 0);

      await tab.click("button", "Chat options");
      await expectFocus(tab, "Rename chat");
      await tab.press("Enter");
      await expectCount(tab, "heading", "Rename chat", 1);
      await tab.press("End");
      await tab.type(" (Africa)");
      await tab.press("Enter");
      await expectCount(tab, "link", "Where do zebras sleep? (Africa)", 1);

      await tab.click("button", "New Chat");
      await expectFocus(tab, "Send a message...");
      await tab.press("Control+k");
      await expectFocus(tab, "Search chats and messages");
      await tab.type("zebra");
      await expectText(tab, "3 results");
      await tab.press("Escape");
      await expectFocus(tab, "Send a message...");
      await tab.click("button", "Search chats");
      await tab.type("zebra");
      await expectText(tab, "3 results");
      await tab.press("ArrowDown");
      await tab.press("Enter");
      await expectText(tab, "You asked: Where do zebras sleep?");

      await tab.click("button", "Chat options");
      await tab.click("menuitem", "Delete chat");
      // The newest chat is the first row: the empty one.
      await expectCount(tab, "link", "New conversation", 0);
      await expectCount(tab, "link", "Where do zebras sleep? (Africa)", 1);
    });

    test("a member changes settings, which stay after a reload, and logs out [look.engines]", async ({
      tabOf,
      product,
      member,
    }) => {
      const tab = await openAsMember(await tabOf(name), product, member);
      await tab.click("button", "Settings");
      await tab.click("link", "Primary Color");
      await tab.click("radio", "Green");
      await tab.click("button", "Save Changes");
      await expect.poll(() => tab.evaluate("document.documentElement.dataset.color")).toBe("green");
      await tab.open(`${product.origin}/settings/safety`);
      await tab.click("switch", "Allow NSFW Content");
      await expect.poll(() => tab.evaluate(IS_ON)).toBe("true");
      await tab.reload();
      await expect.poll(() => tab.evaluate(IS_ON)).toBe("true");
      await tab.open(`${product.origin}/settings`);
      await tab.click("button", "Log out");
      await expectText(tab, "Not signed in");
      await expectNoText(tab, member.email);
    });

    test("a member imports a ZIP of ChatGPT and takes it back [look.engines]", async ({
      tabOf,
      product,
      member,
    }) => {
      const tab = await openAsMember(await tabOf(name), product, member);
      const rome = ofChatGpt("rome", "Where is Rome?", "2025-03-14", [["Where?", "In Italy."]]);
      const zip = await zipFile("chatgpt.zip", [jsonFile("conversations.json", [rome])]);
      await tab.open(`${product.origin}/settings/account`);
      await tab.click("button", "Import chats");
      await expectText(tab, "Files to import");
      await tab.evaluate(chooseFile(zip));
      await expectText(tab, "1 chat from ChatGPT found, 1 chosen");
      await tab.click("button", "Import 1 chat");
      await expectText(tab, "1 chat with 2 messages was imported.");
      await tab.click("button", "Undo import");
      await expectText(tab, "The import was undone.");
    });

    test("a member cancels the deletion in its countdown, goes through it again and lets it end [look.engines]", async ({
      tabOf,
      product,
      member,
    }) => {
      const tab = await openAsMember(await tabOf(name), product, member);
      await tab.open(`${product.origin}/settings/account/delete`);
      await expectCount(tab, "heading", "Account Cancellation", 1);
      await goToCountdown(tab, member);
      await expectText(tab, /\b(1[0-4]|\d) seconds\b/);
      await tab.click("button", "Cancel Deletion");
      await expectCount(tab, "heading", "Account Cancellation", 1);
      await goToCountdown(tab, member);
      await tab.evaluate(HALF_A_MINUTE_LATER);
      await expectCount(tab, "heading", "Account Deletion Scheduled", 1);
    });
  });
}
