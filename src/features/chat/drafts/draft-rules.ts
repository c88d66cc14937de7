import type { AskedAnswer } from "#contract";
import { MODEL_IDS, type ModelId } from "#models";

/** A message that was sent and that the server has not yet acknowledged, or that waits to be sent. */
export type OutboxEntry = {
  readonly messageId: string;
  /** Its place in the order of sending (`nextOrder`). Not by its id, which is made by the device's clock. */
  readonly order: number;
  readonly answerId: string;
  /** The answer to the message before that it goes on from, where the page shows one. */
  readonly follows?: string;
  /** Whether one that was chosen on another device comes before `follows`. */
  readonly unlessChosen?: true;
  /** The answers of other models to ask for as soon as the server has the message. */
  readonly others?: readonly AskedAnswer[];
  readonly chatId: string;
  readonly content: string;
  /** Null leaves the choice to the chat. */
  readonly model: ModelId | null;
  /** Whether the message is to start that chat. */
  readonly startsChat: boolean;
  /** What it waits for before it is sent; null once it is. */
  readonly waitsFor: WaitsFor | null;
  /** Whether it has waited. Where its page was closed before the server had it, the next one sends it. */
  readonly hasWaited?: true;
  /** The message in whose place it begins a new chat, with a copy of what is before that one. */
  readonly from?: CopySource;
};

/**
 * What a queued message waits for: "reply", that the running one is whole; "ending", that it has ended, since Stop was
 * pressed before; "network"; "person", to press 'Send now', since another message was sent before it.
 */
export type WaitsFor = (typeof WAITS_FOR)[number];
const WAITS_FOR = ["reply", "ending", "network", "person"] as const;
/** How earlier versions kept these, under `isQueued`. */
const KEPT_AS: readonly unknown[] = [true, "stop", "offline", "held"];
/** A message of the person's own, edited to begin a new chat. */
export type CopySource = { readonly chatId: string; readonly messageId: string };

/** A box that a person has typed in. */
export type DraftBox = {
  readonly content: string;
  /** The model chosen there and not yet sent with a message. */
  readonly model: ModelId | null;
  /** What came back into it and the server may hold. Sent again unchanged, it keeps its ids. */
  readonly returned: readonly OutboxEntry[];
  /** Whether the box's chat was opened without a network: the first message that is sent there starts it. */
  readonly startsChat: boolean;
  /** Whether 'New Chat' has opened the box's chat, and no page has heard yet that the server has made it. */
  readonly isComing: boolean;
  /** When the box's chat was deleted, in milliseconds since 1970 (deleted-rules.ts); null while it is there. */
  readonly deletedAt: number | null;
};

/** What one person has typed in this browser and the server does not hold yet. */
export type Drafts = {
  /** By place: `HOME`, a chat's id, or the place of a message that is edited. Empty ones are left out. */
  readonly boxes: Readonly<Record<string, DraftBox>>;
  /** In the order of sending. */
  readonly outbox: readonly OutboxEntry[];
};

/** The box of the home screen. */
export const HOME = "home";
export const NO_DRAFTS: Drafts = { boxes: {}, outbox: [] };
const EMPTY: DraftBox = {
  content: "",
  model: null,
  returned: [],
  startsChat: false,
  isComing: false,
  deletedAt: null,
};

/** Reads a box from storage, whatever stands there; what does not fit is left out. */
export function parseBox(stored: unknown): DraftBox {
  const { content, model, returned, startsChat, isComing, deletedAt } = recordOf(stored);
  return {
    content: typeof content === "string" ? content : "",
    model: modelNamed(model),
    returned: entriesIn(returned),
    startsChat: startsChat === true,
    isComing: isComing === true,
    deletedAt: typeof deletedAt === "number" ? deletedAt : null,
  };
}

/** Reads a message from storage; null where something else stands there. A model that is none leaves it to the chat. */
export function parseEntry(stored: unknown): OutboxEntry | null {
  const { isQueued, ...entry } = recordOf(stored);
  const { messageId, answerId, chatId, content, startsChat, model, order } = entry;
  const isEntry =
    [messageId, answerId, chatId, content].every((text) => typeof text === "string") &&
    typeof startsChat === "boolean";
  // Earlier versions kept no order: those came first, in the order of their ids.
  const parts = { model: modelNamed(model), order: typeof order === "number" ? order : 0 };
  const kept = WAITS_FOR[KEPT_AS.indexOf(isQueued)];
  const waitsFor = WAITS_FOR.find((awaited) => awaited === entry["waitsFor"]) ?? kept ?? null;
  return isEntry ? ({ ...entry, ...parts, waitsFor } as OutboxEntry) : null;
}

/** Whether a message was sent before another. */
export function isBefore(one: OutboxEntry, other: OutboxEntry): boolean {
  return one.order < other.order || (one.order === other.order && one.messageId < other.messageId);
}

/** Messages in the order of sending. */
export function inOrder(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return entries.toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
}

/** The place behind all messages that wait, or have come back into their boxes. */
export function nextOrder({ boxes, outbox }: Drafts): number {
  const returned = Object.values(boxes).flatMap((box) => box.returned);
  return 1 + Math.max(0, ...[...outbox, ...returned].map(({ order }) => order));
}

/** The box of a place: `HOME`, a chat's id, or that of a message that is edited (`editPlace`). */
export function boxAt({ boxes }: Drafts, place: string): DraftBox {
  return boxes[place] ?? EMPTY;
}

/** What stands in the box of a place. */
export function contentAt(drafts: Drafts, place: string): string {
  return boxAt(drafts, place).content;
}

/** Changes parts of the box of a place. */
export function withBox(drafts: Drafts, place: string, parts: Partial<DraftBox>): Drafts {
  const before = boxAt(drafts, place);
  const box = { ...before, ...parts };
  const keys = ["content", "model", "returned", "startsChat", "isComing", "deletedAt"] as const;
  if (keys.every((key) => box[key] === before[key])) return drafts;
  const { [place]: _, ...others } = drafts.boxes;
  const { content, model, startsChat, isComing, deletedAt } = box;
  const isMarked = startsChat || isComing || deletedAt !== null;
  const isEmpty = content === "" && model === null && !isMarked;
  return { ...drafts, boxes: isEmpty ? others : { ...others, [place]: box } };
}

/** Puts a content into the box of a place. An empty box also forgets the ids of what had come back into it. */
export function withContent(drafts: Drafts, place: string, content: string): Drafts {
  if (contentAt(drafts, place) === content) return drafts;
  return withBox(drafts, place, content === "" ? { content, returned: [] } : { content });
}

/** The model chosen at a place; null when none was. */
export function modelAt(drafts: Drafts, place: string): ModelId | null {
  return boxAt(drafts, place).model;
}

/** Whether the next message that is sent from a place starts a chat. */
export function startsChatAt(drafts: Drafts, place: string): boolean {
  return place === HOME || boxAt(drafts, place).startsChat;
}

/** The place whose box a message comes back to: where it was typed, or home when it was edited in a chat that was deleted. */
export function placeOf(drafts: Drafts, { startsChat, chatId, from }: OutboxEntry): string {
  if (from !== undefined) return boxAt(drafts, from.chatId).deletedAt ? HOME : editPlace(from);
  return startsChat ? HOME : chatId;
}

/** The place where a message is edited to begin a new chat. */
export function editPlace({ chatId, messageId }: CopySource): string {
  return `${chatId}#${messageId}`;
}

/** Gives a visitor who has logged in what they typed in the home box before, with the model they chose for it. */
export function withVisitorsDraft(drafts: Drafts, visitors: Drafts): Drafts {
  const content = joinContents(contentAt(drafts, HOME), contentAt(visitors, HOME));
  const model = modelAt(visitors, HOME) ?? modelAt(drafts, HOME);
  return withBox(withContent(drafts, HOME, content), HOME, { model });
}

/** Both contents, one after the other; the same content twice is kept once. */
export function joinContents(first: string, second: string): string {
  return first === second
    ? first
    : [first, second].filter((content) => content.trim() !== "").join("\n\n");
}

/** Where a content ends that stands in a box as paragraphs of its own; -1 where it does not. */
export function endOfParagraphs(box: string, content: string): number {
  const start = `\n\n${box}\n\n`.indexOf(`\n\n${content}\n\n`);
  return start < 0 ? -1 : start + content.length;
}

/** Takes a content out of the box of a place, where it stands there as paragraphs of its own. */
export function withoutParagraphs(drafts: Drafts, place: string, content: string): Drafts {
  const box = contentAt(drafts, place).trim();
  const end = endOfParagraphs(box, content);
  if (content === "" || end < 0) return drafts;
  const around = [box.slice(0, end - content.length).trim(), box.slice(end).trim()];
  return withContent(drafts, place, around.reduce(joinContents));
}

/**
 * Puts what was typed into a box, which all tabs share. A content that another tab has put there since, for example a
 * message that was refused, stays beside it. The box of a deleted chat, where the page does not know of that yet, is kept
 * like any other.
 * @param before What the person saw in the box when they typed.
 */
export function withTyped(all: Drafts, place: string, before: string, typed: string): Drafts {
  const drafts = withBox(all, place, { deletedAt: null });
  const now = contentAt(drafts, place);
  if (before.includes(now)) return withContent(drafts, place, typed);
  // Without the paragraphs before the one that was typed in: another tab may go on with them.
  const old = before.split("\n\n");
  const own = typed.split("\n\n");
  while (old.length > 1 && old[0] === own[0]) {
    old.shift();
    own.shift();
  }
  // What stands before and behind it, each set apart by an empty line.
  const apart = (text: string) => `\n\n${text.trim()}\n\n`;
  const changed = apart(old.join("\n\n"));
  const [first = "", ...rest] = apart(now).split(changed);
  const parts = [first.trim(), own.join("\n\n"), rest.join(changed).trim()];
  // Not `joinContents`: while a person types the very words that came back, both are the same for one key.
  return withContent(drafts, place, parts.filter((content) => content.trim() !== "").join("\n\n"));
}

function entriesIn(stored: unknown): readonly OutboxEntry[] {
  return Array.isArray(stored) ? stored.flatMap((entry) => parseEntry(entry) ?? []) : [];
}

function modelNamed(name: unknown): ModelId | null {
  return MODEL_IDS.find((id) => id === name) ?? null;
}

function recordOf(stored: unknown): Record<string, unknown> {
  return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
}
