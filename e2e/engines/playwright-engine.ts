import type { BrowserType, LaunchOptions } from "@playwright/test";
import type { Engine } from "./tab.ts";

/** Starts a browser that Playwright can drive, with one tab. */
export async function startWithPlaywright(
  type: BrowserType,
  options: LaunchOptions = {},
): Promise<Engine> {
  const browser = await type.launch(options);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(30_000);
  return {
    tab: {
      open: async (url) => void (await page.goto(url)),
      reload: async () => void (await page.reload()),
      count: (role, name) => find(role, name).count(),
      click: (role, name) => find(role, name).first().click(),
      choose: async (name, option) =>
        void (await find("combobox", name).selectOption({ label: option })),
      type: (text) => page.keyboard.type(text),
      press: (key) => page.keyboard.press(key),
      evaluate: (expression) => page.evaluate(expression),
    },
    stop: () => browser.close(),
  };

  function find(role: Parameters<typeof page.getByRole>[0], name: string) {
    const found = page.getByRole(role, { name, exact: true });
    const password = page.getByLabel(name, { exact: true }).and(page.locator("[type=password]"));
    return (role === "textbox" ? found.or(password) : found).filter({ visible: true });
  }
}
