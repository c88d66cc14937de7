import type { z } from "zod";
import type { importedChat } from "../_shared/contract.ts";
import { MODEL_IDS, type ModelId } from "../_shared/models.ts";
import {
  CONTENT_BYTES,
  INSTRUCTIONS_LIMIT,
  makeTitle,
  oneLine,
  startWithin,
  TITLE_LIMIT,
  trimText,
  withoutNul,
} from "../_shared/text-rules.ts";

/** What is stored at once, so that a member's turn never waits for more. One message is never divided. */
const SLICE_MESSAGES = 100;
const SLICE_BYTES = 256 * 1024;

type GivenChat = z.output<typeof importedChat>;
type GivenMessage = GivenChat["messages"][number];

/** A message as the SQL function `import_chat` takes it. */
export type TidyMessage = {
  key: string;
  role: GivenMessage["role"];
  content: string;
  createdAt: string | null;
  model: ModelId | null;
  providerModel: string | null;
  replyTo: string | null;
  chosen: boolean;
  stoppedAt: string | null;
  compares: string[] | null;
  instructions: string | null;
};

/**
 * A chat from elsewhere as it can be stored. `notes`: what was left out of it, in sentences. A reply that names no question
 * answers the message right before it, if that is one.
 */
export function tidyChat(chat: GivenChat) {
  const messages: TidyMessage[] = [];
  const keys = new Set<string>();
  let empty = 0;
  let cut = 0;
  for (const given of chat.messages) {
    if (keys.has(given.key)) continue;
    keys.add(given.key);
    const whole = cleanText(given.content);
    const start = startOfBytes(whole);
    // Trimmed as one that is written here, because it can be asked again.
    const content = given.role === "user" ? trimText(start) : start;
    if (trimText(content) === "") {
      empty += 1;
      continue;
    }
    if (start !== whole) cut += 1;
    messages.push(tidyMessage(given, content, messages.at(-1), chat.after ?? null));
  }
  const [first] = messages;
  const createdAt = timeOf(chat.createdAt);
  if (first && !chat.after) {
    first.createdAt ??=
      createdAt ?? messages.find((message) => message.createdAt)?.createdAt ?? null;
  }
  const question = messages.find(({ role }) => role === "user");
  return {
    title: titleOf(chat.title ?? "") ?? (question ? makeTitle(trimText(question.content)) : null),
    createdAt,
    model: knownModel(chat.model),
    messages,
    notes: [
      ...(empty > 0 ? [`${count(empty, "message")} without text left out.`] : []),
      ...(cut > 0 ? [`${count(cut, "message")} cut after ${CONTENT_BYTES / 1000} kB.`] : []),
    ],
  };
}

function tidyMessage(
  given: GivenMessage,
  content: string,
  previous: TidyMessage | undefined,
  after: string | null,
): TidyMessage {
  const { key, role } = given;
  const createdAt = timeOf(given.createdAt);
  const nothing = {
    model: null,
    providerModel: null,
    replyTo: null,
    chosen: false,
    stoppedAt: null,
    compares: null,
    instructions: null,
  };
  if (role === "user") return { key, role, content, createdAt, ...nothing };
  const asked = previous ? (previous.role === "user" ? previous.key : null) : after;
  const model = knownModel(given.model);
  const compares = given.compares ?? null;
  const name = given.providerModel ?? (model ? null : given.model);
  return {
    key,
    role,
    content,
    createdAt,
    model,
    providerModel: titleOf(name ?? ""),
    replyTo: given.replyTo ?? asked,
    chosen: !compares && given.chosen === true,
    stoppedAt: timeOf(given.stoppedAt),
    compares,
    instructions:
      startWithin(trimText(cleanText(given.instructions ?? "")), INSTRUCTIONS_LIMIT).trimEnd() ||
      null,
  };
}

/** The messages in their order, in parts that are stored one after the other. */
export function slicesOf(messages: readonly TidyMessage[]): TidyMessage[][] {
  const slices: TidyMessage[][] = [];
  let bytes = SLICE_BYTES;
  for (const message of messages) {
    const size = new TextEncoder().encode(message.content).length;
    bytes += size;
    const slice = slices.at(-1);
    if (slice && bytes <= SLICE_BYTES && slice.length < SLICE_MESSAGES) slice.push(message);
    else {
      slices.push([message]);
      bytes = size;
    }
  }
  return slices;
}

/** Sentences about replies for which a question has no room, and about comparisons of replies that are not stored. */
export const leftOutNotes = (replies: number, comparisons: number): string[] => [
  ...(replies > 0
    ? [`${count(replies, "reply", "replies")} left out: a message has 12 at most.`]
    : []),
  ...(comparisons > 0
    ? [`${count(comparisons, "comparison")} left out: not every compared reply is here.`]
    : []),
];

function count(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? `1 ${one} was` : `${number} ${many} were`;
}

const cleanText = (text: string): string => withoutNul(text).toWellFormed();

const knownModel = (name: string | null | undefined): ModelId | null =>
  MODEL_IDS.find((id) => id === name) ?? null;

/** A title on one line, as long as it may be; null when there is nothing to see in it. */
const titleOf = (text: string): string | null =>
  startWithin(oneLine(cleanText(text)), TITLE_LIMIT).trimEnd() || null;

/** As much of a text as a message may have, without a part of a character. */
function startOfBytes(text: string): string {
  // No text of so few characters has more.
  if (text.length * 3 <= CONTENT_BYTES) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(CONTENT_BYTES));
  return text.slice(0, read);
}

/** A time as the database reads it; null for none, and for one before 1970. */
function timeOf(text: string | null | undefined): string | null {
  const at = Date.parse(text ?? "");
  if (!text || !(at > 0)) return null;
  return /^[^.]+(\.\d{1,6})?Z$/.test(text) ? text : new Date(at).toISOString();
}
