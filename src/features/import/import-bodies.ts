import type { ImportSource } from "#contract";
import { CONTENT_BYTES, withoutNul } from "#text-rules";
import type { ChatIndex } from "./chat-index.ts";
import type { FoundChat, FoundMessage } from "./found-chat.ts";
import type { ChosenRow, ImportBody, LookBody } from "./worker-messages.ts";

/** The largest body of POST /api/import_chats, in bytes. */
const BODY_BYTES = 2 * 1024 * 1024;
/** The most messages in a body, so that they are stored in a part of the time that a call has, and progress is seen. */
const BODY_MESSAGES = 1000;
/** The most keys to look for in a body, for the same reason. */
const BODY_KEYS = 20_000;
/** Longer titles, names and instructions are cut. */
const FIELD_UNITS = 2000;

const encoder = new TextEncoder();
const jsonOf = (value: unknown) => encoder.encode(JSON.stringify(value));

/** A row, or a part of it: its messages, or their keys, in JSON. */
type Part = {
  readonly row: number;
  readonly source: ImportSource;
  /** The other fields, where the messages begin with the one of this number. */
  readonly fields: (from: number) => object;
  readonly messages: readonly Uint8Array[];
  /** Whether it is the last part of the row. */
  readonly isLast: boolean;
};

/** Bodies that ask what is here of all rows. A row that does not fit is in several, whose counts are added up. */
export async function* lookBodies(index: ChatIndex): AsyncGenerator<LookBody> {
  for await (const { body, chats } of bodiesOf(lookParts(index), {}, "look", BODY_KEYS))
    yield { body, rows: chats.map(({ row }) => row) };
}

function* lookParts(index: ChatIndex): Generator<Part> {
  const bySource = index.rows().toSorted((a, b) => a.source.localeCompare(b.source));
  for (const { row, source, key } of bySource) {
    const messages = index.keysOf(row).map(jsonOf);
    yield { row, source, fields: () => ({ key }), messages, isLast: true };
  }
}

/**
 * Bodies that import the chosen rows. Nothing is read before it is asked for. A chat is divided only when it is larger
 * than a body. Throws at the end where a chosen chat was not found again.
 */
export function importBodies(
  importId: string,
  chosen: readonly ChosenRow[],
  index: ChatIndex,
  read: (file: number) => AsyncIterable<FoundChat>,
): AsyncGenerator<ImportBody> {
  return bodiesOf(chosenParts(chosen, index, read), { importId }, "chats", BODY_MESSAGES);
}

/**
 * The chosen chats in the order of the files. Of a chat in several files the version with most messages comes first, and
 * then what only the others have.
 */
async function* chosenParts(
  chosen: readonly ChosenRow[],
  index: ChatIndex,
  read: (file: number) => AsyncIterable<FoundChat>,
): AsyncGenerator<Part> {
  const rows = chosen.map(({ row, again }) => ({ row, again, places: index.placesOf(row) }));
  const lastKeys = new Map<number, string>();
  const lost = new Set<number>();
  const rounds = Math.max(0, ...rows.map(({ places }) => places.length));
  for (let round = 0; round < rounds; round += 1) {
    const wanted = Map.groupBy(
      rows.filter(({ row, places }) => round < places.length && !lost.has(row)),
      ({ places }) => places[round]?.file,
    );
    for (const [file, inFile] of [...wanted].sort(([a = 0], [b = 0]) => a - b)) {
      const byNumber = new Map(inFile.map((row) => [row.places[round]?.nth, row]));
      let nth = -1;
      for await (const chat of read(file ?? 0)) {
        nth += 1;
        const found = byNumber.get(nth);
        if (!found) continue;
        byNumber.delete(nth);
        const { row, again, places } = found;
        const isNew = places[round]?.isNew;
        const messages = distinctMessages(chat.messages).filter(({ key }) => isNew?.(key));
        const before = lastKeys.get(row);
        lastKeys.set(row, messages.at(-1)?.key ?? "");
        yield {
          row,
          source: chat.source,
          fields: (from) => fieldsOf(chat, again, messages[from - 1]?.key ?? before),
          messages: messages.map((message) => jsonOf(fitting(message))),
          isLast: round === places.length - 1,
        };
        if (byNumber.size === 0) break;
      }
      for (const { row } of byNumber.values()) lost.add(row);
    }
  }
  if (lost.size > 0) throw new Error("Not all chosen chats were found again.");
}

/** The server takes the first of those with the same key. */
function distinctMessages(messages: readonly FoundMessage[]): FoundMessage[] {
  const keys = new Set<string>();
  return messages.filter(({ key }) => !keys.has(key) && keys.add(key));
}

function fieldsOf(chat: FoundChat, again: boolean | undefined, after: string | undefined): object {
  const { key, title, createdAt, model } = chat;
  return { key, title: short(title), createdAt, model: short(model), again, after };
}

/** A message cut to a size that fits. The server validates it. */
function fitting(message: FoundMessage): FoundMessage {
  const { model, providerModel, instructions } = message;
  return {
    ...message,
    content: startOfContent(withoutNul(message.content)),
    model: short(model),
    providerModel: short(providerModel),
    instructions: short(instructions),
  };
}

const short = (text: string | null | undefined) => text?.slice(0, FIELD_UNITS);

/** As much of a text as a message may have, and a character more, by which the server sees that it was cut. */
function startOfContent(text: string): string {
  // No text of so few characters has more.
  if (text.length * 3 <= CONTENT_BYTES) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(CONTENT_BYTES + 4));
  return text.slice(0, read);
}

/** Puts parts into bodies, as many as fit. One that would fit alone is not divided. */
async function* bodiesOf(
  parts: Iterable<Part> | AsyncIterable<Part>,
  frame: object,
  name: string,
  mostMessages: number,
): AsyncGenerator<ImportBody> {
  let body = emptyBody();
  const finish = () => {
    const { source, chats, pieces } = body;
    body = emptyBody();
    return { body: withList({ ...frame, source }, name, pieces).buffer, chats };
  };
  try {
    for await (const { row, source, fields, messages, isLast } of parts) {
      const sizes = messages.map(({ length }) => length + 1);
      const whole = sizes.reduce((sum, size) => sum + size, frameBytes(fields(0)));
      const isFull =
        body.bytes + whole > BODY_BYTES || body.messages + messages.length > mostMessages;
      if (body.chats.length > 0 && (isFull || body.source !== source)) yield finish();
      for (let from = 0; from < messages.length;) {
        let bytes = body.bytes + frameBytes(fields(from));
        let to = from;
        while (
          to < messages.length &&
          bytes + (sizes[to] ?? 0) <= BODY_BYTES &&
          body.messages + to - from < mostMessages
        )
          bytes += sizes[to++] ?? 0;
        const isWhole = to === messages.length;
        body.source = source;
        body.pieces.push(withList(fields(from), "messages", messages.slice(from, to)));
        body.chats.push({ row, messages: to - from, isWhole: isWhole && isLast });
        body.bytes = bytes;
        body.messages += to - from;
        from = to;
        if (!isWhole) yield finish();
      }
    }
  } finally {
    // Also what came before a failure.
    if (body.chats.length > 0) yield finish();
  }
}

const emptyBody = () => ({
  source: null as ImportSource | null,
  chats: [] as ImportBody["chats"][number][],
  pieces: [] as Uint8Array[],
  /** Room for the beginning of a body. */
  bytes: 1024,
  messages: 0,
});

const LIST_FRAME = ',"messages":[]},'.length;
const frameBytes = (fields: object) => jsonOf(fields).length + LIST_FRAME;

/** An object in JSON whose last field is a list of items that are already JSON. */
function withList(fields: object, name: string, list: readonly Uint8Array[]) {
  const head = encoder.encode(`${JSON.stringify(fields).slice(0, -1)},"${name}":[`);
  const separators = Math.max(0, list.length - 1);
  const bytes = new Uint8Array(
    list.reduce((sum, { length }) => sum + length, head.length + separators + 2),
  );
  bytes.set(head);
  let at = head.length;
  for (const [index, item] of list.entries()) {
    if (index > 0) bytes[at++] = 0x2c;
    bytes.set(item, at);
    at += item.length;
  }
  bytes.set([0x5d, 0x7d], at);
  return bytes;
}
