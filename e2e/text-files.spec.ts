import type { Page } from "@playwright/test";
import { violationsOn } from "./support/axe.ts";
import { composer, expectNotice, homeBox, messages, test, toast } from "./support/chat-page.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { expect } from "./support/product.ts";

/** Drops files on the page as soon as they are over it, as the system's file manager does. */
const drop = (page: Page, files: Record<string, string | number[]>) =>
  page.evaluate((contents) => {
    const dataTransfer = new DataTransfer();
    for (const [name, content] of Object.entries(contents)) {
      const part = typeof content === "string" ? content : Uint8Array.from(content);
      dataTransfer.items.add(new File([part], name));
    }
    const target = document.querySelector("main") ?? document.body;
    const init = { dataTransfer, bubbles: true, cancelable: true };
    target.dispatchEvent(new DragEvent("dragenter", init));
    // A browser opens files in place of a page that does not prevent both.
    for (const name of ["dragover", "drop"]) {
      if (target.dispatchEvent(new DragEvent(name, init))) throw new Error(`${name} not prevented`);
    }
  }, files);

test("a member adds text files by button and by dropping them, is told what cannot be added, and sends them [composer.files] [composer.files-refused]", async ({
  page,
  history,
}) => {
  const [chat = ""] = await history.chats(["A chat"]);
  await page.goto(`/chats/${chat}`);
  await expect(page.getByText("What would you like to ask")).toBeVisible();
  await page.keyboard.type("Before after");
  for (let n = 0; n < "after".length; n += 1) await page.keyboard.press("ArrowLeft");

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add a text file" }).click();
  const buffer = Buffer.from("one\r\n<b>two</b>\r\n");
  await (await chooser).setFiles([{ name: "notes.txt", mimeType: "text/plain", buffer }]);
  await expect(composer(page)).toHaveValue("Before \none\n<b>two</b>\nafter");
  await expect(composer(page)).toBeFocused();
  expect(await violationsOn(page)).toEqual([]);

  // Nothing of these changes anything.
  const before = await composer(page).inputValue();
  await drop(page, { "a.png": [0x89, 0x50, 0x4e, 0x47, 0, 1], "b.txt": "text" });
  await expectNotice(page, "Nothing added", "Only text files in UTF-8 can be added.");
  await drop(page, { "a.txt": "a".repeat(20_000), "b.txt": "b".repeat(20_000) });
  await expectNotice(
    page,
    "Nothing added",
    "Text files can have up to 32,000 characters in total.",
  );
  await drop(page, { "empty.txt": "" });
  await expectNotice(page, "Nothing added", "The file is empty.");
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new Error("gone"));
  });
  await drop(page, { "gone.txt": "gone" });
  await expectNotice(page, "Nothing added", "The file could not be read.");
  expect(await composer(page).inputValue()).toBe(before);

  // A draft like any other.
  await page.reload();
  await expect(composer(page)).toHaveValue(before);
  // The box of the loaded chat has taken the place of the first one.
  await page.waitForLoadState("networkidle");
  await composer(page).press("ControlOrMeta+a");
  await drop(page, { "a.png": [0x89, 0x50, 0x4e, 0x47, 0, 1] });
  // Under the pointer a notice does not end by itself.
  await toast(page, "Nothing added").hover();
  await drop(page, { "a.txt": "first\n", "b.txt": "second" });
  await expect(composer(page)).toHaveValue("first\n\nsecond");
  await expect(toast(page, "Nothing added")).toHaveCount(0);
  await composer(page).press("ControlOrMeta+z");
  await expect(composer(page)).toHaveValue(before);
  await composer(page).press("Enter");
  await expect(messages(page).first()).toContainText("<b>two</b>");

  // Dropped before the code that reads files is there.
  const release = await holdRequests(page, "**/assets/text-files-*.js");
  await page.goto("/");
  await expect(homeBox(page)).toBeFocused();
  await drop(page, { "home.txt": "from a file" });
  await expect(homeBox(page)).toHaveValue("");
  release();
  await expect(homeBox(page)).toHaveValue("from a file");
  await drop(page, { "more.txt": "from another" });
  await expect(homeBox(page)).toHaveValue("from a file\nfrom another");
});

const SHAPES = {
  "a number a line": Array.from({ length: 5_200 }, (_, index) => index).join("\n"),
  "one word": "a".repeat(31_998),
  "markup and spaces": "  <b>&amp;</b>\t\u00A0 \n\n".repeat(1_500),
  "lines from right to left": "שלום &lt; 5\n".repeat(2_500),
};

for (const [shape, text] of Object.entries(SHAPES)) {
  test(`a member drops a long file with ${shape}, has it in the box at once, and takes it out with one Ctrl+Z [composer.files-at-once]`, async ({
    page,
    history,
  }) => {
    const [chat = ""] = await history.chats(["A chat"]);
    await page.goto(`/chats/${chat}`);
    await expect(page.getByText("What would you like to ask")).toBeVisible();
    await page.keyboard.type("Before after");
    for (let n = 0; n < "after".length; n += 1) await page.keyboard.press("ArrowLeft");
    const added = `Before \n${text}${text.endsWith("\n") ? "" : "\n"}after`;
    const time = async () => {
      await page.evaluate(() => {
        document.addEventListener("drop", () => performance.mark("dropped"), { once: true });
        document.addEventListener(
          "input",
          ({ target }) => {
            // Laid out.
            if (target instanceof HTMLElement) target.getBoundingClientRect();
            const { duration } = performance.measure("added", "dropped");
            document.body.dataset["took"] = String(duration);
          },
          { once: true },
        );
      });
      await drop(page, { "long.txt": text });
      await expect.poll(() => composer(page).inputValue()).toBe(added);
      await page.keyboard.press("ControlOrMeta+z");
      await expect(composer(page)).toHaveValue("Before after");
      return Number(await page.evaluate(() => document.body.dataset["took"]));
    };
    const bareTime = () =>
      composer(page).evaluate((box, text) => {
        const bare = document.body.appendChild(document.createElement("textarea"));
        bare.className = box.className;
        const from = performance.now();
        bare.value = text;
        bare.getBoundingClientRect();
        const took = performance.now() - from;
        bare.remove();
        return took;
      }, text);
    // Within a tenth of a second. A bare field takes half of that on a slow machine, and longer on a busy one.
    let [least, bare] = [Infinity, Infinity];
    const isAtOnce = async () => {
      least = Math.min(least, await time());
      bare = Math.min(bare, await bareTime());
      return least < Math.max(100, 3 * bare);
    };
    await expect.poll(isAtOnce).toBe(true);
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect(composer(page)).toHaveValue(added);
    await page.keyboard.type("right ");
    await expect(composer(page)).toHaveValue(added.replace(/after$/, "right after"));
  });
}
