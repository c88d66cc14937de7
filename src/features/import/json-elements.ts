import { exportChecksum } from "./export-checksum.ts";

/** The largest element that is read, in bytes. */
const ELEMENT_BYTES = 64 * 1024 * 1024;
/** How much is kept of a larger one, for its title, in bytes. */
const HEAD_BYTES = 4096;
/** The largest buffer that is kept for the next element, in bytes. */
const KEPT_BYTES = 4 * 1024 * 1024;
/** How deep nested brackets are tracked one by one. */
const DEEPEST = 1_000_000;
/** How often whole elements are looked for after one whose brackets do not match. */
const SALVAGES = 20;
/** What stands before a list of chats in the object at the top. */
const LIST_OF_CHATS = /"(?:history|conversations|chats)"\s*:\s*$/;

/**
 * What a file holds: a value, or one that cannot be read, with its title if that can, or something to say about the file.
 * `problem` and `note` are sentences, fit to show.
 */
export type JsonElement =
  | { readonly value: unknown }
  | { readonly problem: string; readonly title: string | null }
  | { readonly note: string };

const DAMAGED = "It is damaged in the file.";
const CUT = "The file ends in the middle of it.";
const LARGE = "It is larger than 64 MB.";
const NOT_WHOLE = "The end of the file is missing.";

/**
 * The elements of a JSON file, one at a time: those of the array at the top, those of the lists of chats in the object at
 * the top, or that object itself. The file is in UTF-8 or, with a byte-order mark, in UTF-16. A damaged element harms no
 * other. Of an export of this product the checksum is compared.
 * @throws what a read of the bytes threw
 */
export async function* jsonElements(
  bytes: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
): AsyncGenerator<JsonElement> {
  const elements = elementScanner();
  const checksum = exportChecksum();
  try {
    for await (const piece of withoutMark(piecesOf(bytes))) {
      checksum.add(piece);
      yield* elements.add(piece);
    }
  } catch (error) {
    yield* elements.end();
    throw error;
  }
  yield* elements.end();
  if (!elements.isWhole()) return yield { note: NOT_WHOLE };
  const note = checksum.problem();
  if (note !== null) yield { note };
}

/** Not every browser can iterate a stream. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>) {
  if (!("getReader" in bytes)) return yield* bytes;
  const reader = bytes.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}

/** The text in UTF-8, without a byte-order mark. */
async function* withoutMark(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let decoder: TextDecoder | null = null;
  /** The first bytes, until there are enough to recognize a mark. */
  let head: number[] | null = [];
  for await (const piece of pieces) {
    let bytes = piece;
    if (head !== null) {
      if (head.length + piece.length < 3) {
        head.push(...piece);
        continue;
      }
      if (head.length > 0) bytes = new Uint8Array([...head, ...piece]);
      head = null;
      decoder = utf16Decoder(bytes);
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    }
    yield decoder ? encoder.encode(decoder.decode(bytes, { stream: true })) : bytes;
  }
  if (head !== null) yield new Uint8Array(head);
}

function utf16Decoder([first, second]: Uint8Array): TextDecoder | null {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  return first === 0xfe && second === 0xff ? new TextDecoder("utf-16be") : null;
}

const UTF8 = new TextDecoder();
const WHITE_SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** Divides a text into elements by its quotes and brackets, and parses each by itself. */
function elementScanner(salvages = SALVAGES) {
  const open = openBrackets();
  const element = growingBytes(ELEMENT_BYTES);
  /** How many brackets are open around an element: 0 at the top, 1 in the array there, 2 in a list of the object there. */
  let around = 0;
  let isInElement = false;
  let isInString = false;
  /** Whether a string continues after an odd number of backslashes. */
  let isEscaped = false;
  /** Whether the object at the top holds a list of chats, and is none itself. */
  let holdsChats = false;
  /** The first key of whole elements, by which others are recognized. */
  let firstKey: string | null = null;

  function* finish(problem: string): Generator<JsonElement> {
    isInElement = false;
    const isBalanced = open.isBalanced() && open.depth() <= around;
    open.trust();
    const { bytes, isWhole } = element.take();
    if (holdsChats && around === 0) return;
    const text = UTF8.decode(bytes);
    if (!isWhole) return yield { problem: LARGE, title: titleIn(text) };
    const parsed = parse(text);
    if (parsed !== null) {
      firstKey ??= firstKeyOf(parsed.value);
      return yield parsed;
    }
    yield { problem, title: titleIn(text) };
    const next = isBalanced || around === 0 ? -1 : nextLike(text, firstKey);
    if (next === -1 || salvages === 0) return;
    // It may contain whole ones.
    const rest = elementScanner(salvages - 1);
    for (const found of rest.add(new TextEncoder().encode(`[${text.slice(next)}`))) {
      if ("value" in found) yield found;
    }
    for (const found of rest.end()) if ("value" in found) yield found;
  }

  return {
    *add(bytes: Uint8Array): Generator<JsonElement> {
      let start = 0;
      const keep = (end: number) => {
        if (isInElement) element.add(bytes.subarray(start, end));
        start = end;
      };
      for (let at = 0; at < bytes.length; at += 1) {
        if (isInString) {
          const quote = bytes.indexOf(QUOTE, at);
          const end = quote === -1 ? bytes.length : quote;
          let first = end;
          while (first > at && bytes[first - 1] === BACKSLASH) first -= 1;
          const isOdd = (end - first + Number(isEscaped && first === at)) % 2 === 1;
          isInString = quote === -1 || isOdd;
          isEscaped = quote === -1 && isOdd;
          at = end;
          continue;
        }
        const byte = bytes[at] ?? 0;
        if (!isInElement) {
          const isOpening = byte === LIST || byte === OBJECT;
          if (byte === LIST && around === 0) {
            open.push(byte);
            around = 1;
            continue;
          }
          const isBetween = byte <= WHITE_SPACE || byte === COMMA || byte === COLON;
          const isEnd = byte === LIST_END || byte === OBJECT_END;
          if (around === 0 ? !isOpening : isBetween) continue;
          if (!isEnd) {
            isInElement = true;
            start = at;
          }
        }
        if (byte === QUOTE) isInString = true;
        else if (byte === OBJECT || byte === LIST) {
          const mayHoldChats = byte === LIST && around === 0 && open.depth() === 1;
          open.push(byte);
          if (!mayHoldChats) continue;
          keep(at);
          if (!LIST_OF_CHATS.test(element.lastText())) continue;
          element.take();
          isInElement = false;
          holdsChats = true;
          around = 2;
        } else if (byte === COMMA && around > 0 && open.depth() === around) {
          keep(at);
          yield* finish(DAMAGED);
        } else if (byte === LIST_END || byte === OBJECT_END) {
          open.pop(byte);
          if (open.depth() > 0 && open.depth() >= around) continue;
          keep(around === 0 ? at + 1 : at);
          if (isInElement) yield* finish(DAMAGED);
          around = 0;
          // After a list the object around it continues.
          isInElement = open.depth() > 0;
          holdsChats &&= isInElement;
          start = at + 1;
        }
      }
      keep(bytes.length);
    },
    *end(): Generator<JsonElement> {
      if (isInElement) yield* finish(CUT);
    },
    /** Whether all that was opened has been closed. */
    isWhole: () => open.depth() === 0,
  };
}

/** The open brackets. A closing one also closes those opened after its own. */
function openBrackets() {
  const open: number[] = [];
  let deeper = 0;
  let objects = 0;
  let isBalanced = true;
  return {
    depth: () => open.length + deeper,
    /** Whether each closing bracket was one of the last that had been opened. */
    isBalanced: () => isBalanced,
    trust: () => void (isBalanced = true),
    push(bracket: number): void {
      if (open.length === DEEPEST) deeper += 1;
      else {
        open.push(bracket);
        if (bracket === OBJECT) objects += 1;
      }
    },
    pop(bracket: number): void {
      if (deeper > 0) return void (deeper -= 1);
      const own = bracket === OBJECT_END ? OBJECT : LIST;
      if (own === OBJECT ? objects === 0 : open.length === objects) isBalanced = false;
      else {
        while (open.at(-1) !== own) {
          if (open.pop() === OBJECT) objects -= 1;
          isBalanced = false;
        }
        open.pop();
        if (own === OBJECT) objects -= 1;
      }
    },
  };
}

/** Bytes in one array that grows. Of more than the limit only the first are kept. */
function growingBytes(limit: number) {
  let bytes = new Uint8Array(64 * 1024);
  let length = 0;
  return {
    add(more: Uint8Array): void {
      const all = length + more.length;
      if (all > limit) {
        if (bytes.length > HEAD_BYTES) bytes = bytes.slice(0, Math.min(length, HEAD_BYTES));
      } else {
        if (all > bytes.length) {
          const larger = new Uint8Array(Math.min(limit, Math.max(all, 2 * bytes.length)));
          larger.set(bytes.subarray(0, length));
          bytes = larger;
        }
        bytes.set(more, length);
      }
      length = all;
    },
    /** Its end, as a text. */
    lastText: () => UTF8.decode(bytes.subarray(Math.max(0, length - 64), Math.min(length, limit))),
    /** What is kept of them, valid until more are added. Those begin anew. */
    take(): { bytes: Uint8Array; isWhole: boolean } {
      const taken = { bytes: bytes.subarray(0, length), isWhole: length <= limit };
      length = 0;
      if (bytes.length > KEPT_BYTES) bytes = new Uint8Array();
      return taken;
    },
  };
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function firstKeyOf(value: unknown): string | null {
  return typeof value === "object" && value !== null ? (Object.keys(value)[0] ?? null) : null;
}

/** Where an object begins that has the same first key as others, or as the one in which it stands. */
function nextLike(text: string, firstKey: string | null): number {
  const key = firstKey ?? /^\s*\{\s*"(\w+)"/.exec(text)?.[1] ?? "";
  if (!/^\w+$/.test(key)) return -1;
  const found = new RegExp(`,\\s*(?=\\{\\s*"${key}"\\s*:)`).exec(text);
  return found === null ? -1 : found.index + found[0].length;
}

/** A title, of a chat that cannot be read as a whole. */
function titleIn(text: string): string | null {
  const [, quoted = ""] = /"(?:title|name)"\s*:\s*("(?:[^"\\]|\\.){0,500}")/.exec(text) ?? [];
  const parsed = parse(quoted);
  return parsed === null ? null : String(parsed.value);
}
