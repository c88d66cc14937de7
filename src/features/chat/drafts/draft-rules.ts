import { MODEL_IDS, type ModelId } from "#models";

/** A message that was sent and that the server has not yet been heard to hold. */
export type Outgoing = {
  readonly messageId: string;
  readonly chatId: string;
  readonly text: string;
  /** Null leaves the choice to the chat. */
  readonly model: ModelId | null;
  /** Whether the message is to start that chat. */
  readonly startsChat: boolean;
};

/** What one person has typed (DESIGN 7): by place, what is on its way, and what came back into its box. */
export type Drafts = {
  readonly texts: Readonly<Record<string, string>>;
  readonly outbox: readonly Outgoing[];
  /** The server may hold these although nobody heard so: sent again unchanged, they keep their ids. */
  readonly returned: readonly Outgoing[];
};

/** The box of the home screen; every other place is a chat's id. */
export const HOME = "home";
export const NO_DRAFTS: Drafts = { texts: {}, outbox: [], returned: [] };

/** Where a person's drafts are kept in local storage; a visitor has a place too. */
export function draftsKey(userId: string | null): string {
  return `chat-drafts:${userId ?? "visitor"}`;
}

/** Stored drafts, whatever local storage came back with: parts that do not fit are left out. */
export function readDrafts(stored: unknown): Drafts {
  if (!isRecord(stored)) return NO_DRAFTS;
  const texts = isRecord(stored["texts"]) ? Object.entries(stored["texts"]) : [];
  const outgoing = (name: string) => {
    const list: unknown = stored[name];
    return Array.isArray(list) ? list.filter(isOutgoing) : [];
  };
  return {
    texts: Object.fromEntries(
      texts.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
    outbox: outgoing("outbox"),
    returned: outgoing("returned"),
  };
}

export function isNothing({ texts, outbox }: Drafts): boolean {
  return outbox.length === 0 && Object.keys(texts).length === 0;
}

export function textAt(drafts: Drafts, place: string): string {
  return drafts.texts[place] ?? "";
}

export function withText(drafts: Drafts, place: string, text: string): Drafts {
  const { [place]: _, ...others } = drafts.texts;
  if (text !== "") return { ...drafts, texts: { ...others, [place]: text } };
  const returned = drafts.returned.filter((outgoing) => placeOf(outgoing) !== place);
  return { ...drafts, texts: others, returned };
}

/** Which box a message is typed in. */
export function placeOf({ startsChat, chatId }: Outgoing): string {
  return startsChat ? HOME : chatId;
}

/** A visitor who has logged in finds the home box as they left it. */
export function withVisitors(drafts: Drafts, visitors: Drafts): Drafts {
  return withText(drafts, HOME, joinTexts(textAt(drafts, HOME), textAt(visitors, HOME)));
}

/** Both texts, one after the other; a text that is there already is not doubled. */
export function joinTexts(first: string, second: string): string {
  return first === second
    ? first
    : [first, second].filter((text) => text.trim() !== "").join("\n\n");
}

function isOutgoing(value: unknown): value is Outgoing {
  return (
    isRecord(value) &&
    ["messageId", "chatId", "text"].every((name) => typeof value[name] === "string") &&
    typeof value["startsChat"] === "boolean" &&
    (value["model"] === null || MODEL_IDS.some((id) => id === value["model"]))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
