import { ZipReader } from "@zip.js/zip.js/lib/zip-core-reader.js";
import { findLocalFiles, readLocalHeader } from "./damaged-zip.ts";
import type { LeftOut, LeftOutKind } from "./found-chat.ts";
import { countingBytes, FileFault, type PackedFile, faultOf, unpack } from "./packed-data.ts";
import type { FileProblem } from "./worker-messages.ts";

/** A JSON file, alone or in a ZIP. */
export type JsonFile = {
  /** Its path, through the ZIPs that it is in. */
  readonly name: string;
  /** The number of the chosen file that it is, or is in. */
  readonly chosen: number;
  /** Whether it was chosen itself, and not in a ZIP. */
  readonly isAlone: boolean;
  /** How many bytes are read of it; in a ZIP, packed ones. */
  readonly size: number;
  /** Its bytes. Calls `onRead` with how much of `size` was read. */
  readonly bytes: (onRead: (bytes: number) => void) => Promise<ReadableStream<Uint8Array>>;
};

export type OpenedFiles = {
  readonly files: readonly JsonFile[];
  /** The other files in the ZIPs, which are counted and never unpacked. */
  readonly attachments: LeftOut;
  readonly problems: readonly FileProblem[];
  /** The problem to report for a chosen file, by its number, if no chat is found in it. */
  readonly withoutChats: ReadonlyMap<number, FileProblem>;
};

/** A file of a ZIP, as the directory describes it. */
type Entry = Pick<PackedFile, "name" | "size" | "packedSize"> & {
  readonly isLocked: boolean;
  readonly method: number;
  readonly packed: () => Promise<PackedFile>;
};

const MIB = 1024 * 1024;
/** JSON deflates to a tenth, at most to a hundredth. A ZIP bomb goes far beyond. */
const mostUnpacked = (bytes: number) => Math.min(8192 * MIB, 64 * MIB + 100 * bytes);
/** The best ratio of deflate. */
const TIGHTEST = 1032;
const MOST_ENTRIES = 500_000;
const MOST_ZIPS = 1000;
/** How deep ZIPs may be nested. */
const DEEPEST = 3;
const LONGEST_NAME = 200;
const LARGEST_DIRECTORY = 128 * MIB;
/** So much of a ZIP within a ZIP is in memory before the browser may put it on the disk. */
const KEPT_AT_ONCE = 4 * MIB;

const NEITHER =
  "It is neither a ZIP nor a JSON file. Choose the ZIP of an export, or the JSON files that were in it.";
const EMPTY = "The file is empty.";
const EMPTY_ZIP = "This ZIP is empty.";
export const NO_CHATS =
  "It contains no chats that can be read here. Choose the ZIP of an export, or the file in it that has the chats, such as conversations.json.";
export const TAKEOUT = "Exports by Google's Takeout, also of Gemini, cannot be imported.";
const LOCKED = "It is locked with a password. Unpack it, and choose the files that were in it.";
const DAMAGED = "This ZIP is damaged or incomplete. Only a part of it could be read.";
const TOO_LARGE = "It would be too large unpacked, so it was not read.";
const TOO_DEEP = "It is nested in too many ZIPs, so it was not read.";
const TOO_MANY = "There are too many files in it, so not all were read.";
const OTHERWISE_PACKED =
  "It is packed in a way that cannot be read here. Unpack it, and choose the files that were in it.";

const isJson = (name: string) => /\.json$/i.test(name);
const isTakeout = (name: string) => name.startsWith("Takeout/");
const isZip = (name: string) => /\.zip$/i.test(name);
/** What macOS adds to a ZIP for each file, and the page in which ChatGPT's export can be read. */
const isNothing = (name: string) => /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)|\.html?$/i.test(name);

const KINDS: readonly (readonly [LeftOutKind, RegExp])[] = [
  ["picture", /\.(?:png|jpe?g|gif|webp|avif|hei[cf]|bmp|tiff?|svg)$/i],
  ["voice message", /\.(?:wav|mp3|m4a|ogg|oga|opus|aac|flac)$/i],
  ["video", /\.(?:mp4|m4v|mov|webm|mkv|avi)$/i],
];
const kindOfAttachment = (name: string): LeftOutKind =>
  KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? "file";

/** Finds the JSON files among what was chosen, and in its ZIPs, which are known by their bytes. */
export async function openFiles(chosen: readonly File[]): Promise<OpenedFiles> {
  const files: JsonFile[] = [];
  const problems: FileProblem[] = [];
  const attachments: LeftOut = {};
  let remainingBytes = mostUnpacked(chosen.reduce((sum, { size }) => sum + size, 0));
  let remainingEntries = MOST_ENTRIES;
  let remainingZips = MOST_ZIPS;

  const withoutChats = new Map<number, FileProblem>();
  /** Attachments counted so far: a part of an export may be chosen twice. */
  const counted = new Set<string>();
  let number = 0;

  for (const [at, file] of chosen.entries()) {
    number = at;
    const before = problems.length;
    withoutChats.set(at, { file: nameOf(file.name), title: null, problem: NO_CHATS });
    await reportFault(file.name, async () => {
      switch (await kindOf(file)) {
        case "empty":
          throw new FileFault(EMPTY);
        case "zip":
          return addZip(file.name, file, 1);
        case "json":
          return add(file.name, file.size, async (onRead) =>
            file.stream().pipeThrough(countingBytes(onRead)),
          );
        case "neither":
          throw new FileFault(NEITHER);
      }
    });
    if (problems.length > before) withoutChats.delete(at);
  }
  return { files, attachments, problems, withoutChats };

  function report(path: string, problem: string) {
    problems.push({ file: nameOf(path), title: null, problem });
  }

  async function reportFault(path: string, open: () => Promise<void> | void) {
    try {
      await open();
    } catch (error) {
      report(path, faultOf(error));
    }
  }

  function add(path: string, size: number, bytes: JsonFile["bytes"]) {
    files.push({ name: nameOf(path), chosen: number, isAlone: !path.includes("/"), size, bytes });
  }

  async function addZip(path: string, zip: Blob, depth: number): Promise<void> {
    remainingZips -= 1;
    const entries = await list(path, zip, depth);
    if (entries.some(({ isLocked }) => isLocked)) report(path, LOCKED);
    for (const entry of entries) {
      if (entry.isLocked) continue;
      const inside = `${path}/${entry.name}`;
      await reportFault(inside, () => addEntry(inside, entry, depth));
    }
  }

  async function addEntry(path: string, entry: Entry, depth: number): Promise<void> {
    if (entry.method !== STORED && entry.method !== DEFLATED) throw new FileFault(OTHERWISE_PACKED);
    const most = Number.isFinite(entry.size)
      ? entry.size
      : Math.min(remainingBytes, TIGHTEST * entry.packedSize);
    if (most > remainingBytes) throw new FileFault(TOO_LARGE);
    if (isZip(entry.name)) {
      if (depth >= DEEPEST) throw new FileFault(TOO_DEEP);
      if (remainingZips <= 0) throw new FileFault(TOO_MANY);
      const packed = await entry.packed();
      if (packed.isDeflated) remainingBytes -= most;
      const zip = packed.isDeflated ? await keep(unpack(packed, most)) : dataOf(packed);
      if ((await kindOf(zip)) !== "zip") throw new FileFault(NEITHER);
      return addZip(path, zip, depth + 1);
    }
    remainingBytes -= most;
    add(path, entry.packedSize, async (onRead) => unpack(await entry.packed(), most, onRead));
  }

  /** The JSON files and ZIPs in a ZIP, by its directory, or if that cannot be read, by the header of each. */
  async function list(path: string, zip: Blob, depth: number): Promise<Entry[]> {
    try {
      return await collect(path, entriesOf(zip), depth);
    } catch {
      report(path, DAMAGED);
      return collect(path, damagedEntriesOf(zip), depth);
    }
  }

  async function collect(
    path: string,
    entries: AsyncIterable<Entry>,
    depth: number,
  ): Promise<Entry[]> {
    const found: Entry[] = [];
    const beside = new Map<string, LeftOutKind>();
    let isEmpty = true;
    let problem: string | null = null;
    for await (const entry of entries) {
      isEmpty = false;
      if (isTakeout(entry.name)) problem = TAKEOUT;
      remainingEntries -= 1;
      if (remainingEntries < 0) {
        report(path, TOO_MANY);
        break;
      }
      if (isNothing(entry.name)) continue;
      if (isJson(entry.name) || isZip(entry.name)) found.push(entry);
      else beside.set(`${entry.packedSize} ${entry.name}`, kindOfAttachment(entry.name));
    }
    for (const [name, kind] of beside) {
      if (!counted.has(name)) addOne(attachments, kind);
      counted.add(name);
    }
    if (isEmpty) problem = EMPTY_ZIP;
    if (depth === 1 && problem !== null)
      withoutChats.set(number, { file: nameOf(path), title: null, problem });
    return found;
  }
}

function addOne(counts: LeftOut, kind: LeftOutKind) {
  counts[kind] = (counts[kind] ?? 0) + 1;
}

/** The end of a long path, which says most. */
const nameOf = (path: string) =>
  path.length > LONGEST_NAME ? `…${path.slice(1 - LONGEST_NAME)}` : path;

/** What a file is, by how it begins. */
async function kindOf(file: Blob): Promise<"zip" | "json" | "empty" | "neither"> {
  if (file.size === 0) return "empty";
  const bytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  const [first, second, third = 0] = bytes;
  if (first === 0x50 && second === 0x4b && (third === 3 || third === 5 || third === 7))
    return "zip";
  const start = new TextDecoder().decode(bytes).replaceAll("\0", "").trimStart();
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16 || /^[[{]/.test(start) ? "json" : "neither";
}

const dataOf = ({ zip, at, packedSize }: PackedFile) => zip.slice(at, at + packedSize);

const STORED = 0;
const DEFLATED = 8;

/** Reads parts of a ZIP, at most as much at once as an honest directory has. */
const partsOf = (zip: Blob) => ({
  size: zip.size,
  get readable() {
    return zip.stream();
  },
  readUint8Array: async (at: number, length: number) => {
    if (length > LARGEST_DIRECTORY) throw new FileFault(TOO_MANY);
    return new Uint8Array(await zip.slice(at, at + length).arrayBuffer());
  },
});

async function* entriesOf(zip: Blob): AsyncGenerator<Entry> {
  const reader = new ZipReader(partsOf(zip), {
    // Takes names with `..` too, which lead nowhere here.
    strictness: "tolerant",
    maxAppendedDataSize: 65_535,
  });
  for await (const entry of reader.getEntriesGenerator()) {
    const { filename, offset, compressedSize, uncompressedSize, crc32 } = entry;
    if (entry.directory) continue;
    const isDeflated = entry.compressionMethod === DEFLATED;
    yield {
      name: filename,
      size: uncompressedSize,
      packedSize: compressedSize,
      isLocked: entry.encrypted,
      method: entry.compressionMethod,
      packed: async () => {
        const header = await readLocalHeader(zip, offset);
        if (header === null) throw new FileFault(DAMAGED);
        return {
          name: filename,
          zip,
          at: header.dataAt,
          packedSize: compressedSize,
          isDeflated,
          size: uncompressedSize,
          checksum: crc32 ?? null,
        };
      },
    };
  }
}

async function* damagedEntriesOf(zip: Blob): AsyncGenerator<Entry> {
  for await (const file of findLocalFiles(zip)) {
    if (file.name.endsWith("/")) continue;
    yield { ...file, packed: async () => file };
  }
}

/** Puts a stream into a Blob, part by part, so that it is never in memory as a whole. */
async function keep(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const kept: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const put = () => {
    kept.push(new Blob(chunks));
    chunks = [];
    bytes = 0;
  };
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    bytes += read.value.byteLength;
    if (bytes >= KEPT_AT_ONCE) put();
  }
  put();
  return new Blob(kept);
}
