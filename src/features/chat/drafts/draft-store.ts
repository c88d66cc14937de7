import { useReducer } from "react";
import { serverTime } from "#lib/session.ts";
import { followStored, readJson, remove, storedUnder, writeText } from "#lib/storage.ts";
import { createStore, useStore } from "#lib/store.ts";
import { withoutNul } from "#text-rules";
import { forgetDeleted, RESTORABLE_MS } from "./deleted-rules.ts";
import {
  type DraftBox,
  contentAt,
  type Drafts,
  inOrder,
  NO_DRAFTS,
  type OutboxEntry,
  parseBox,
  parseEntry,
  withTyped,
} from "./draft-rules.ts";

type DraftStore = ReturnType<typeof createDraftStore>;

/** What one key keeps. */
type Part = DraftBox | OutboxEntry;

const stores = new Map<string, DraftStore>();

/** The drafts of a person, or of visitors. */
export function draftStore(userId: string | null): DraftStore {
  const person = userId ?? "visitor";
  const store = stores.get(person) ?? createDraftStore(person);
  stores.set(person, store);
  return store;
}

/** What is typed at a place (a chat's id, or the home box), and a function that changes it. */
export function useDraft(
  userId: string | null,
  place: string,
): [string, (content: string) => void] {
  const store = draftStore(userId);
  const content = useStore(store, (drafts) => contentAt(drafts, place));
  // A new box follows the store only some time after it is on the screen. What is typed until then is drawn by this;
  // without it React would take it out of the field again.
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const keep = (typed: string) => {
    keepTyped(store, place, contentAt(store.get(), place), typed);
    draw();
  };
  return [content, keep];
}

/**
 * Keeps what was typed at a place, without NUL, which no database takes.
 * @param before What the person saw there when they typed.
 */
export function keepTyped(store: DraftStore, place: string, before: string, typed: string): void {
  store.change((drafts) => withTyped(drafts, place, before, withoutNul(typed)));
}

/**
 * One person's drafts in this tab. Local storage keeps each box and each message of the outbox under a key of its own, so
 * that tabs which change different ones do not touch each other's.
 */
function createDraftStore(person: string) {
  const [sent, typed] = [`out:${person}:`, `draft:${person}:`];
  /** What a full or forbidden storage has not taken yet, by key; null where something is to be removed. */
  const unwritten = new Map<string, Part | null>();
  /** What was read last, by key. The same text is the same part, and nothing is drawn again. */
  const known = new Map<string, { readonly text: string; readonly part: Part | null }>();

  const stored = () => storedUnder(sent, typed);

  function partAt(key: string, text: string): Part | null {
    const last = known.get(key);
    if (last?.text === text) return last.part;
    const part = (key.startsWith(sent) ? parseEntry : parseBox)(readJson(key));
    known.set(key, { text, part });
    return part;
  }

  function read(): Drafts {
    const parts = new Map(stored().map(([key, text]) => [key, partAt(key, text)]));
    for (const [key, part] of unwritten) parts.set(key, part);
    const boxes: Record<string, DraftBox> = {};
    const entries: OutboxEntry[] = [];
    for (const [key, part] of parts) {
      if (part === null) continue;
      if ("messageId" in part) entries.push(part);
      else boxes[key.slice(typed.length)] = part;
    }
    const outbox = inOrder(entries);
    const before = store.get().outbox;
    const isSame = outbox.every((entry, index) => entry === before[index]);
    return { boxes, outbox: isSame && outbox.length === before.length ? before : outbox };
  }

  const partsOf = ({ boxes, outbox }: Drafts) =>
    new Map<string, Part>([
      ...outbox.map((entry) => [sent + entry.messageId, entry] as const),
      ...Object.entries(boxes).map(([place, box]) => [typed + place, box] as const),
    ]);

  function write() {
    for (const [key, part] of unwritten) {
      const text = JSON.stringify(part);
      if (part === null || !writeText(key, text)) continue;
      known.set(key, { text, part });
      unwritten.delete(key);
    }
    // What goes to another key leaves its old one only when it is there.
    if ([...unwritten.values()].some((part) => part !== null)) return;
    for (const key of unwritten.keys()) remove(key);
    unwritten.clear();
  }

  /** What is only in this page would be lost with it: the browser asks before that is left. */
  const askToStay = (event: BeforeUnloadEvent) => {
    if (unwritten.size > 0) event.preventDefault();
  };

  const store = createStore(NO_DRAFTS);
  store.set(read());
  for (const keys of [sent, typed]) followStored(keys, () => store.set(read()));

  const drafts = {
    get: store.get,
    subscribe: store.subscribe,
    /**
     * Changes what is stored by now, also by other tabs, and writes at once what is new.
     * @returns whether it changed anything
     */
    change(change: (drafts: Drafts) => Drafts): boolean {
      const before = read();
      const after = change(before);
      const [was, is] = [partsOf(before), partsOf(after)];
      for (const key of new Set([...is.keys(), ...was.keys()])) {
        if (was.get(key) === is.get(key)) continue;
        unwritten.delete(key);
        unwritten.set(key, is.get(key) ?? null);
      }
      write();
      if (unwritten.size > 0) globalThis.window?.addEventListener("beforeunload", askToStay);
      store.set(after);
      return after !== before;
    },
    /** Removes everything the person typed from this browser, when they log out. */
    forget() {
      unwritten.clear();
      for (const [key] of stored()) remove(key);
      store.set(NO_DRAFTS);
    },
  };
  const now = serverTime();
  drafts.change((all) => forgetDeleted(all, (_, deletedAt) => now - deletedAt >= RESTORABLE_MS));
  return drafts;
}
