import { type ElementHandle, type KeyInput, launch } from "puppeteer-core";
import { untilItWorks } from "./program.ts";
import type { Engine, Role } from "./tab.ts";

const PATIENCE_MS = 30_000;

/** Starts an installed Firefox and drives it through WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({
    browser: "firefox",
    executablePath,
    protocolTimeout: 60_000,
    defaultViewport: { width: 1280, height: 800 },
  });
  const page = await browser.newPage();

  async function find(role: Role, name: string): Promise<ElementHandle[]> {
    // A password field has no role.
    const isRole = role === "textbox" ? "" : `[role="${role}"]`;
    const named = await page.$$(`::-p-aria([name=${JSON.stringify(name)}]${isRole})`);
    const visible = await Promise.all(named.map((element) => element.isVisible()));
    return named.filter((_, index) => visible[index]);
  }

  /** What moves or is not there yet is waited for. */
  const findFirst = (role: Role, name: string) =>
    untilItWorks(async () => {
      const [element] = await find(role, name);
      if (element === undefined) throw new Error(`There is no ${role} '${name}'.`);
      return element;
    }, PATIENCE_MS);

  return {
    tab: {
      open: async (url) => void (await page.goto(url)),
      reload: async () => void (await page.reload()),
      // An element that goes away meanwhile cannot be asked whether it is visible.
      count: (role, name) => untilItWorks(async () => (await find(role, name)).length, PATIENCE_MS),
      click: (role, name) =>
        untilItWorks(async () => (await findFirst(role, name)).click(), PATIENCE_MS),
      choose: async (name, label) => {
        const select = await findFirst("combobox", name);
        const value = await select.evaluate(
          (element, label) =>
            [...(element as HTMLSelectElement).options].find((option) => option.label === label)
              ?.value ?? "",
          label,
        );
        await select.select(value);
      },
      type: (text) => page.keyboard.type(text),
      press: async (key) => {
        const keys = key.split("+") as KeyInput[];
        for (const each of keys) await page.keyboard.down(each);
        for (const each of keys.toReversed()) await page.keyboard.up(each);
      },
      evaluate: async <Value>(expression: string) => (await page.evaluate(expression)) as Value,
    },
    stop: () => browser.close(),
  };
}
