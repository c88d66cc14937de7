import { jsonFile, ofChatGpt } from "./support/import-files.ts";
import { expect, logInThroughForm, asVisitor as test } from "./support/product.ts";
import { policyViolations, watchPolicy } from "./support/watch.ts";

/** What TypeScript's own list of the browser's names lacks. */
type WithTypes = { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } };

test.beforeEach(({ page }) => watchPolicy(page));

test("a member who chats and opens menus violates no content policy; it blocks inline scripts and new trusted types", async ({
  page,
  member,
}) => {
  await page.goto("/");
  await page.getByPlaceholder("Ask anything").fill("Hello");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Log in to continue" })).toBeVisible();
  expect(await policyViolations(page)).toEqual([]);

  await logInThroughForm(page, member);
  await page.getByPlaceholder("Ask anything").fill("<img src=x onerror=alert(1)>");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Conversation" })).toContainText("You asked: <img");
  await page.getByRole("button", { name: "Chat options" }).first().click();
  await page.getByRole("menuitem", { name: "Delete chat" }).click();
  await expect(page.getByText("Chat deleted")).toBeVisible();
  expect(await policyViolations(page)).toEqual([]);

  const made = page.evaluate(() => {
    (window as unknown as WithTypes).trustedTypes.createPolicy("default", {});
  });
  await expect(made).rejects.toThrow("disallowed");

  await page.evaluate(() => {
    const script = document.createElement("script");
    script.append("document.title = 'ran'");
    document.body.append(script);
  });
  await expect.poll(() => policyViolations(page)).not.toEqual([]);
  expect(await page.title()).not.toBe("ran");
});

test("a member's files are read by the only worker that the content policy allows, and none of their text is sent [import.worker]", async ({
  page,
  member,
}) => {
  await logInThroughForm(page, member);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Import chats" }).click();
  const field = page.getByLabel("Files to import");
  await expect(field).toBeFocused();
  expect(requests.filter((request) => request.includes("import-worker"))).toEqual([]);

  const started = page.waitForEvent("worker");
  const chat = ofChatGpt("a", "The title", "2025-03-14", [["A secret question", "A secret reply"]]);
  await field.setInputFiles([jsonFile("conversations.json", [chat])]);
  const address = (await started).url();
  expect(new URL(address).pathname).toMatch(/^\/assets\/import-worker-[\w-]+\.js$/);
  await expect(page.getByRole("button", { name: "Import 1 chat" })).toBeVisible();
  expect(requests.filter((request) => request.includes("/api/import_chats"))).not.toEqual([]);
  expect(requests.filter((request) => /secret|The title/.test(request))).toEqual([]);
  expect(await policyViolations(page)).toEqual([]);

  const starts = await page.evaluate(
    (addresses) =>
      addresses.map((other) => {
        try {
          new Worker(other, { type: "module" }).terminate();
          return "started";
        } catch (error) {
          return (error as Error).name;
        }
      }),
    [address, "/assets/other.js", "https://example.com/worker.js", "data:text/javascript,1"],
  );
  expect(new Set(starts)).toEqual(new Set(["TypeError"]));
  const made = page.evaluate(() => {
    (window as unknown as WithTypes).trustedTypes.createPolicy("import-worker", {
      createScriptURL: (other: string) => other,
    });
  });
  await expect(made).rejects.toThrow("already exists");
});
