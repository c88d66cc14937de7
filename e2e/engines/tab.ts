/** The roles that the journeys look for. A password field counts as a `textbox`. */
export type Role =
  | "button"
  | "combobox"
  | "heading"
  | "link"
  | "menuitem"
  | "option"
  | "radio"
  | "switch"
  | "textbox";

/** A tab of a browser, as far as the journeys need it. Every call ends within a minute: it fails if it has to. */
export type Tab = {
  /** Loads an address. */
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  /** How many visible elements have this role and exactly this name in the browser's accessibility tree. */
  count: (role: Role, name: string) => Promise<number>;
  /** Clicks the first visible element with this role and exactly this name. Fails when there is none. */
  click: (role: Role, name: string) => Promise<void>;
  /** Picks an option of the select element with this name. */
  choose: (name: string, option: string) => Promise<void>;
  /** Presses the keys of a text one after the other, wherever the focus is. */
  type: (text: string) => Promise<void>;
  /** Presses one key, perhaps with Control held. */
  press: (key: "Enter" | "Escape" | "End" | "ArrowDown" | "Control+k") => Promise<void>;
  /** The value of a JavaScript expression in the page. */
  evaluate: <Value>(expression: string) => Promise<Value>;
};

/** A running browser. `stop` ends it with every process it started. */
export type Engine = { tab: Tab; stop: () => Promise<void> };

/**
 * Puts the clocks of the page forward, by less than the minute after which the countdown of a deletion goes on where it
 * was. Firefox runs it beside the page, with a `Date` of its own.
 */
export const HALF_A_MINUTE_LATER = `[window.Date, window.performance].forEach((clock) => {
  const now = clock.now.bind(clock);
  clock.now = () => now() + 30_000;
})`;
