import { untilItWorks } from "./program.ts";
import type { Role, Tab } from "./tab.ts";

/** The commands of the WebDriver standard that are needed, by their names in Marionette. */
export type WebDriverCommand =
  | "ElementClick"
  | "ExecuteScript"
  | "GetComputedLabel"
  | "Navigate"
  | "NewSession"
  | "PerformActions"
  | "Refresh"
  | "SetWindowRect";

/** Sends a command with its parameters; `id` is that of an element. Resolves with its value, rejects with its error. */
export type SendCommand = (
  command: WebDriverCommand,
  parameters?: Record<string, unknown>,
) => Promise<unknown>;

/** An element as the standard writes it: its id under a fixed name. */
type Element = Record<string, string>;
const idOf = (element: Element) => Object.values(element)[0] ?? "";

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
const PATIENCE_MS = 30_000;
const KEYS = {
  Enter: "\uE007",
  Escape: "\uE00C",
  End: "\uE010",
  ArrowDown: "\uE015",
  Control: "\uE009",
};

/** A tab that is driven by the commands of WebDriver. */
export function webdriverTab(send: SendCommand): Tab {
  const execute = (script: string, ...args: unknown[]) => send("ExecuteScript", { script, args });

  async function find(role: Role, name: string): Promise<Element[]> {
    // It fails when an element goes away before the page has handed it over.
    const visible = await untilItWorks(() => execute(VISIBLE, ROLES[role], name), PATIENCE_MS);
    const found: Element[] = [];
    for (const element of visible as Element[]) {
      // An element that has gone in the meantime has no name.
      const label = await send("GetComputedLabel", { id: idOf(element) }).catch(() => null);
      if (label === name) found.push(element);
    }
    return found;
  }

  async function findFirst(role: Role, name: string): Promise<Element> {
    const [element] = await find(role, name);
    if (element === undefined) throw new Error(`There is no ${role} '${name}'.`);
    return element;
  }

  /** Presses the keys together, or one after the other. */
  const press = (keys: readonly string[], isTogether: boolean) => {
    const down = keys.map((value) => ({ type: "keyDown", value }));
    const up = keys.map((value) => ({ type: "keyUp", value }));
    const actions = isTogether
      ? [...down, ...up.toReversed()]
      : down.flatMap((key, n) => [key, up[n]]);
    return send("PerformActions", { actions: [{ type: "key", id: "keyboard", actions }] });
  };

  return {
    open: async (url) => void (await send("Navigate", { url })),
    reload: async () => void (await send("Refresh")),
    count: async (role, name) => (await find(role, name)).length,
    // What moves or is covered for a moment cannot be clicked until the moment is over.
    click: (role, name) =>
      untilItWorks(
        async () => void (await send("ElementClick", { id: idOf(await findFirst(role, name)) })),
        PATIENCE_MS,
      ),
    choose: async (name, label) => {
      const inside = "return [...arguments[0].options].find(({ label }) => label === arguments[1])";
      const option = await execute(inside, await findFirst("combobox", name), label);
      await send("ElementClick", { id: idOf(option as Element) });
    },
    type: async (text) => void (await press(text.split(""), false)),
    press: async (key) => {
      const keys = key.split("+").map((name) => KEYS[name as keyof typeof KEYS] ?? name);
      await press(keys, true);
    },
    evaluate: async <Value>(expression: string) =>
      (await execute(`return (${expression})`)) as Value,
  };
}
