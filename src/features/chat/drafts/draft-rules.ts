import { MODEL_IDS, type ModelId } from "#models";

/** A message that was sent and that the server has not yet acknowledged, or that waits to be sent. */
export type OutboxEntry = {
  readonly messageId: string;
  /** The id of its answer, where the page knows it. */
  readonly answerId?: string;
  /** The answer to the message before that it goes on from, where the page shows one. */
  readonly follows?: string;
  /** Whether one that was chosen on another device comes before `follows`. */
  readonly unlessChosen?: true;
  /** The answers of other models to ask for as soon as the server has the message. */
  readonly others?: readonly OtherAnswer[];
  readonly chatId: string;
  readonly content: string;
  /** Null leaves the choice to the chat. */
  readonly model: ModelId | null;
  /** Whether the message is to start that chat. */
  readonly startsChat: boolean;
  /** Set while it waits. */
  readonly isQueued?: QueueMark;
  /** The message in whose place it begins a new chat, with a copy of what is before that one. */
  readonly from?: CopySource;
};

/**
 * What a queued message waits for: that the running reply is whole; "stop", sent after Stop was pressed: that it has ended;
 * "held": for its person, since another was sent before it.
 */
export type QueueMark = true | "stop" | "held";
/** An answer of another model to a message that is sent. */
export type OtherAnswer = { readonly answerId: string; readonly model: ModelId };
/** A message of the person's own, edited to begin a new chat. */
export type CopySource = { readonly chatId: string; readonly messageId: string };

/** What one person has typed in this browser and the server does not hold yet. */
export type Drafts = {
  /** What stands in each box: `HOME`, a chat's id, or the place of a message that is edited. */
  readonly contents: Readonly<Record<string, string>>;
  /** The model chosen at each place and not yet sent with a message. */
  readonly models: Readonly<Record<string, ModelId>>;
  readonly outbox: readonly OutboxEntry[];
  /** Back in their box, and the server may hold them. Sent again unchanged, they keep their ids. */
  readonly returned: readonly OutboxEntry[];
};

/** The box of the home screen. */
export const HOME = "home";
export const NO_DRAFTS: Drafts = { contents: {}, models: {}, outbox: [], returned: [] };

/** The key of a person's drafts in local storage. Visitors share one. */
export function draftsKey(userId: string | null): string {
  return `chat-drafts:${userId ?? "visitor"}`;
}

/** Reads drafts from local storage, whatever stands there; parts that do not fit are left out. */
export function parseDrafts(stored: unknown): Drafts {
  if (!isRecord(stored)) return NO_DRAFTS;
  const pairs = (name: string) => (isRecord(stored[name]) ? Object.entries(stored[name]) : []);
  const entries = (name: string) => listIn(stored[name]).flatMap(parseEntry);
  return {
    contents: Object.fromEntries(
      pairs("contents").filter((pair): pair is [string, string] => typeof pair[1] === "string"),
    ),
    models: Object.fromEntries(
      pairs("models").filter(
        (pair): pair is [string, ModelId] => modelNamed(pair[1]) !== undefined,
      ),
    ),
    outbox: entries("outbox"),
    returned: entries("returned"),
  };
}

/** Whether nothing is left that must be kept. */
export function isEmpty({ contents, models, outbox }: Drafts): boolean {
  return [contents, models, outbox].every((part) => Object.keys(part).length === 0);
}

/** What stands in the box of a place: `HOME`, a chat's id, or that of a message that is edited (`editPlace`). */
export function contentAt(drafts: Drafts, place: string): string {
  return drafts.contents[place] ?? "";
}

/** Puts a content into the box of a place. An empty box also forgets the ids of what had come back into it. */
export function withContent(drafts: Drafts, place: string, content: string): Drafts {
  const { [place]: _, ...others } = drafts.contents;
  if (content !== "") return { ...drafts, contents: { ...others, [place]: content } };
  const returned = drafts.returned.filter((entry) => placeOf(entry) !== place);
  return { ...drafts, contents: others, returned };
}

/** The model chosen at a place; null when none was. */
export function modelAt(drafts: Drafts, place: string): ModelId | null {
  return drafts.models[place] ?? null;
}

/** Notes the model chosen at a place; null takes the choice away. */
export function withModel(drafts: Drafts, place: string, model: ModelId | null): Drafts {
  if (modelAt(drafts, place) === model) return drafts;
  const { [place]: _, ...others } = drafts.models;
  return { ...drafts, models: model === null ? others : { ...others, [place]: model } };
}

/** The place whose box a message was typed in. */
export function placeOf({ startsChat, chatId, from }: OutboxEntry): string {
  return from !== undefined ? editPlace(from) : startsChat ? HOME : chatId;
}

/** The place where a message is edited to begin a new chat. */
export function editPlace({ chatId, messageId }: CopySource): string {
  return `${chatId}#${messageId}`;
}

/** Gives a visitor who has logged in what they typed in the home box before, with the model they chose for it. */
export function withVisitorsDraft(drafts: Drafts, visitors: Drafts): Drafts {
  const content = joinContents(contentAt(drafts, HOME), contentAt(visitors, HOME));
  const model = modelAt(visitors, HOME) ?? modelAt(drafts, HOME);
  return withModel(withContent(drafts, HOME, content), HOME, model);
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

function parseEntry(stored: unknown): OutboxEntry[] {
  if (!isRecord(stored)) return [];
  const { messageId, answerId, chatId, content, startsChat, model: name, isQueued } = stored;
  const { follows, unlessChosen, others: list } = stored;
  const model = name === null ? null : modelNamed(name);
  const others = listIn(list).flatMap(parseOther);
  return typeof messageId === "string" &&
    typeof chatId === "string" &&
    typeof content === "string" &&
    typeof startsChat === "boolean" &&
    model !== undefined
    ? [
        {
          messageId,
          ...(typeof answerId === "string" && { answerId }),
          ...(typeof follows === "string" && { follows }),
          ...(unlessChosen === true && { unlessChosen }),
          ...(others.length > 0 && { others }),
          chatId,
          content,
          model,
          startsChat,
          ...((isQueued === true || isQueued === "stop" || isQueued === "held") && { isQueued }),
          ...parseSource(stored["from"]),
        },
      ]
    : [];
}

function parseOther(stored: unknown): OtherAnswer[] {
  if (!isRecord(stored)) return [];
  const { answerId, model: name } = stored;
  const model = modelNamed(name);
  return typeof answerId === "string" && model !== undefined ? [{ answerId, model }] : [];
}

function parseSource(stored: unknown): { from?: CopySource } {
  if (!isRecord(stored)) return {};
  const { chatId, messageId } = stored;
  const isSource = typeof chatId === "string" && typeof messageId === "string";
  return isSource ? { from: { chatId, messageId } } : {};
}

function modelNamed(name: unknown): ModelId | undefined {
  return MODEL_IDS.find((id) => id === name);
}

function listIn(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
