import { describe, expect, it } from "vitest";
import {
  chatBeside,
  COMMAND_NAMES,
  keysOf,
} from "../../../../src/app/shortcuts/shortcut-list-rules.ts";
import { commandOf, SHORTCUTS } from "../../../../src/app/shortcuts/shortcut-rules.ts";

const plain = {
  key: "",
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
};
type Key = typeof plain;
const ctrl = (key: string): Key => ({ ...plain, key, ctrlKey: true });
const cmd = (key: string): Key => ({ ...plain, key, metaKey: true });
const altShift = (key: string): Key => ({ ...plain, key, altKey: true, shiftKey: true });
const ctrlCmd = (key: string): Key => ({ ...plain, key, ctrlKey: true, metaKey: true });

describe("a shortcut", () => {
  it.each([
    ["k", ctrl("k"), cmd("k"), "search"],
    ["K, with caps lock", ctrl("K"), cmd("K"), "search"],
    ["o", altShift("O"), ctrlCmd("o"), "new-chat"],
    ["down", altShift("ArrowDown"), ctrlCmd("ArrowDown"), "next-chat"],
    ["up", altShift("ArrowUp"), ctrlCmd("ArrowUp"), "previous-chat"],
    ["m", altShift("M"), ctrlCmd("m"), "focus-box"],
    ["/", ctrl("/"), cmd("/"), "shortcuts"],
    [
      "/ with Shift",
      { ...ctrl("/"), shiftKey: true },
      { ...cmd("/"), shiftKey: true },
      "shortcuts",
    ],
    ["l", altShift("L"), ctrlCmd("l"), "copy-reply"],
  ])(
    "with %s works in a field on both kinds of system [shortcuts.keys]",
    (_, other, mac, command) => {
      expect(commandOf(other, false, true)).toBe(command);
      expect(commandOf(mac, true, true)).toBe(command);
      // The keys of the other system do nothing.
      expect(commandOf(other, true, true)).toBeNull();
      expect(commandOf(mac, false, true)).toBeNull();
    },
  );

  it.each([
    ["with one key of the pair", { ...altShift("O"), shiftKey: false }],
    ["with a third key", { ...altShift("O"), ctrlKey: true }],
    ["with Shift too", { ...ctrl("k"), shiftKey: true }],
    ["while a word is composed", { ...altShift("O"), isComposing: true }],
    ["of another letter", altShift("P")],
    ["without anything held", { ...plain, key: "o" }],
  ])("%s does nothing [shortcuts.keys]", (_, key) => {
    expect(commandOf(key, false, false)).toBeNull();
  });

  it("is found by the place of its letter where the layout has no Latin letters [shortcuts.keys]", () => {
    expect(commandOf({ ...altShift("Щ"), code: "KeyO" }, false, true)).toBe("new-chat");
    expect(commandOf({ ...ctrl("л"), code: "KeyK" }, false, true)).toBe("search");
    // The letter counts, not its place, where there is a Latin one: M stands elsewhere on a French keyboard.
    expect(commandOf({ ...altShift("M"), code: "Semicolon" }, false, true)).toBe("focus-box");
    expect(commandOf({ ...altShift("R"), code: "KeyO" }, false, true)).toBeNull();
  });

  it("a question mark counts outside fields only, however it is typed [shortcuts.list]", () => {
    const mark = { ...plain, key: "?", shiftKey: true };
    expect(commandOf(mark, false, false)).toBe("shortcuts");
    expect(commandOf({ ...mark, shiftKey: false }, true, false)).toBe("shortcuts");
    // AltGr on Windows.
    expect(commandOf({ ...mark, ctrlKey: true, altKey: true }, false, false)).toBe("shortcuts");
    // As an Arabic keyboard types it.
    expect(commandOf({ ...mark, key: "؟" }, false, false)).toBe("shortcuts");
    expect(commandOf(mark, false, true)).toBeNull();
    expect(commandOf({ ...mark, metaKey: true }, true, false)).toBeNull();
    expect(commandOf({ ...mark, ctrlKey: true }, false, false)).toBeNull();
  });

  it("Esc stops a reply, in a field too, unless Ctrl, Alt or Cmd is held", () => {
    expect(commandOf({ ...plain, key: "Escape" }, false, true)).toBe("stop");
    expect(commandOf({ ...plain, key: "Escape", altKey: true }, false, true)).toBeNull();
  });

  it("has a name and keys of its own [shortcuts.list]", () => {
    for (const isMac of [true, false]) {
      const keys = SHORTCUTS.map((shortcut) => keysOf(shortcut, isMac).join("+"));
      expect(new Set(keys).size).toBe(SHORTCUTS.length);
    }
    expect(new Set(SHORTCUTS.map(({ command }) => COMMAND_NAMES[command])).size).toBe(
      SHORTCUTS.length,
    );
  });
});

it.each([
  ["command", "k", ["⌘", "K"], ["Ctrl", "K"]],
  ["pair", "arrowdown", ["⌃", "⌘", "↓"], ["Alt", "Shift", "↓"]],
  ["none", "escape", ["Esc"], ["Esc"]],
  ["none", "?", ["?"], ["?"]],
] as const)(
  "%s with %s is written as on the person's system [shortcuts.list]",
  (held, key, mac, other) => {
    expect(keysOf({ held, key }, true)).toEqual(mac);
    expect(keysOf({ held, key }, false)).toEqual(other);
  },
);

describe("the chat beside another one", () => {
  const ids = ["a", "b", "c"];
  it.each([
    ["a", 1, "b"],
    ["b", -1, "a"],
    ["c", 1, null],
    ["a", -1, null],
    [null, 1, "a"],
    [null, -1, null],
    ["elsewhere", 1, "a"],
    ["elsewhere", -1, null],
  ] as const)("from %s by %i is %s [shortcuts.chats]", (current, step, beside) => {
    expect(chatBeside(ids, current, step)).toBe(beside);
  });

  it("is none in an empty list", () => {
    expect(chatBeside([], null, 1)).toBeNull();
  });
});
