import { once } from "node:events";
import { Builder, Key, type WebElement } from "selenium-webdriver";
import { freePort } from "../../supabase/local/process/ports.ts";
import { startProgram, untilItWorks, within } from "./program.ts";
import type { Engine, Role } from "./tab.ts";

const START_MS = 120_000;
const PATIENCE_MS = 30_000;

const ROLES: Record<Role, string> = {
  button: "button:not([role]), [role=button]",
  combobox: "select",
  heading: "h1, h2, h3",
  link: "a[href]:not([role])",
  menuitem: "[role=menuitem]",
  option: "[role=option]",
  radio: "input[type=radio]",
  switch: "[role=switch]",
  textbox: "input:not([type=radio]), textarea",
};
/** The visible elements that may have a name. Only those need be asked for theirs, which costs a command each. */
const VISIBLE = `
  const [selector, name] = arguments;
  const mayHaveIt = (element) =>
    element.matches("[aria-labelledby]") || element.querySelector("[aria-label], [alt], title") ||
    [element, ...(element.labels ?? [])].some((it) =>
      [it.textContent, it.ariaLabel, it.title, it.placeholder, it.value]
        .some((text) => String(text ?? "").replace(/\\s+/g, " ").includes(name)));
  return [...document.querySelectorAll(selector)].filter((it) => it.checkVisibility() && mayHaveIt(it))`;
const OPTION = "return [...arguments[0].options].find(({ label }) => label === arguments[1])";
const INTO_VIEW = `arguments[0].scrollIntoView({ block: "center", behavior: "instant" })`;
const KEYS: Readonly<Record<string, string>> = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  End: Key.END,
  ArrowDown: Key.ARROW_DOWN,
  Control: Key.CONTROL,
};

/** Starts the browser that WebKitGTK brings along, on a screen that nobody sees, and drives it through WebKitWebDriver. */
export async function startWebKit(programs: { driver: string; xvfb: string }): Promise<Engine> {
  const screen = startProgram([programs.xvfb, ..."-displayfd 3 -screen 0 1280x900x24".split(" ")]);
  const stops = [screen.stop];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const [display] = (await within(START_MS, "Xvfb", once(screen.output, "data"))) as [Buffer];
    const port = await freePort();
    const driver = startProgram([programs.driver, `--port=${port}`, "--host=127.0.0.1"], {
      DISPLAY: `:${display.toString().trim()}`,
    });
    stops.push(driver.stop);
    const address = `http://127.0.0.1:${port}`;
    await untilItWorks(() => fetch(`${address}/status`));
    return { tab: await webkitTab(address), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function webkitTab(address: string): Promise<Engine["tab"]> {
  const browser = await new Builder().usingServer(address).forBrowser("MiniBrowser").build();
  await browser.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 });

  async function find(role: Role, name: string): Promise<WebElement[]> {
    // It fails when an element goes away before the page has handed it over.
    const visible = await untilItWorks(
      () => browser.executeScript<WebElement[]>(VISIBLE, ROLES[role], name),
      PATIENCE_MS,
    );
    const found: WebElement[] = [];
    for (const element of visible) {
      // An element that has gone in the meantime has no name.
      const label = await element.getAccessibleName().catch(() => null);
      if (label === name) found.push(element);
    }
    return found;
  }

  async function findFirst(role: Role, name: string): Promise<WebElement> {
    const [element] = await find(role, name);
    if (element === undefined) throw new Error(`There is no ${role} '${name}'.`);
    return element;
  }

  return {
    open: (url) => browser.get(url),
    reload: () => browser.navigate().refresh(),
    count: async (role, name) => (await find(role, name)).length,
    // What moves or is covered for a moment cannot be clicked until the moment is over.
    click: (role, name) =>
      untilItWorks(async () => {
        const element = await findFirst(role, name);
        await browser.executeScript(INTO_VIEW, element);
        await element.click();
      }, PATIENCE_MS),
    choose: async (name, label) => {
      const select = await findFirst("combobox", name);
      await (await browser.executeScript<WebElement>(OPTION, select, label)).click();
    },
    type: (text) => browser.actions().sendKeys(text).perform(),
    press: (key) => {
      const keys = key.split("+").map((name) => KEYS[name] ?? name);
      const down = keys.reduce((actions, each) => actions.keyDown(each), browser.actions());
      return keys.reduceRight((actions, each) => actions.keyUp(each), down).perform();
    },
    evaluate: (expression) => browser.executeScript(`return (${expression})`),
  };
}
