import { readPart } from "./blob-parts.ts";
import type { PackedFile } from "./packed-data.ts";

/** The signature of a file's local header. */
const FILE = 0x04034b50;
/** That of a data descriptor, which follows a file whose sizes were not known when its header was written. */
const DESCRIPTOR = 0x08074b50;
const HEADER_BYTES = 30;
/** The longest name of a file: bytes that look like a header with a longer one are no header. */
const LONGEST_NAME = 4096;
/** What a ZIP64 writes into the 32-bit fields whose values are elsewhere. */
const ELSEWHERE = 0xffffffff;

export type LocalHeader = {
  readonly name: string;
  readonly dataAt: number;
  readonly isLocked: boolean;
  readonly method: number;
  /** Null where a descriptor behind the data has them. */
  readonly sizes: Sizes | null;
};
type Sizes = { readonly packed: number; readonly size: number; readonly checksum: number };

/** The header of a file at a place in a ZIP; null where there is none. */
export async function readLocalHeader(zip: Blob, at: number): Promise<LocalHeader | null> {
  const fixed = await readPart(zip, at, HEADER_BYTES);
  if (fixed.byteLength < HEADER_BYTES || fixed.getUint32(0, true) !== FILE) return null;
  const flags = fixed.getUint16(6, true);
  const nameBytes = fixed.getUint16(26, true);
  const extraBytes = fixed.getUint16(28, true);
  const nameAt = at + HEADER_BYTES;
  const name = new TextDecoder().decode(await readPart(zip, nameAt, nameBytes));
  const extra = await readPart(zip, nameAt + nameBytes, extraBytes);
  return {
    name,
    dataAt: nameAt + nameBytes + extraBytes,
    isLocked: (flags & 1) === 1,
    method: fixed.getUint16(8, true),
    sizes: flags & 8 ? null : sizesOf(fixed, extra),
  };
}

function sizesOf(fixed: DataView, extra: DataView): Sizes {
  const checksum = fixed.getUint32(14, true);
  const packed = fixed.getUint32(18, true);
  const size = fixed.getUint32(22, true);
  if (packed !== ELSEWHERE && size !== ELSEWHERE) return { checksum, packed, size };
  for (let at = 0; at + 20 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    return { checksum, size: long(extra, at + 4), packed: long(extra, at + 12) };
  }
  return { checksum, packed, size };
}

const long = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

/**
 * Finds the files of a ZIP that has no directory, such as one that was cut off: the directory is at its end. The last
 * file may be there in part.
 */
export async function* findLocalFiles(
  zip: Blob,
): AsyncGenerator<PackedFile & Pick<LocalHeader, "isLocked" | "method">> {
  for (let at = 0; ;) {
    const start = await findSignature(zip, at, FILE);
    if (start === null) return;
    const header = await readLocalHeader(zip, start);
    if (header === null || header.name === "" || header.name.length > LONGEST_NAME) {
      at = start + 4;
      continue;
    }
    const { dataAt, method } = header;
    const { sizes, behind } = header.sizes
      ? { sizes: header.sizes, behind: dataAt + header.sizes.packed }
      : await findDescriptor(zip, dataAt);
    yield {
      ...header,
      zip,
      at: dataAt,
      packedSize: Math.min(sizes?.packed ?? Infinity, zip.size - dataAt),
      isDeflated: method === 8,
      size: sizes?.size ?? Infinity,
      checksum: sizes?.checksum ?? null,
    };
    at = behind;
  }
}

/** The descriptor of a file: the one whose distance from the file's beginning is the packed size that it states. */
async function findDescriptor(zip: Blob, dataAt: number) {
  for (let at = dataAt; ;) {
    const found = await findSignature(zip, at, DESCRIPTOR);
    if (found === null) return { sizes: null, behind: zip.size };
    const view = await readPart(zip, found, 24);
    const packed = found - dataAt;
    if (view.byteLength === 24 && long(view, 8) === packed) {
      const sizes = { checksum: view.getUint32(4, true), packed, size: long(view, 16) };
      return { sizes, behind: found + 24 };
    }
    if (view.byteLength >= 16 && view.getUint32(8, true) === packed) {
      const sizes = {
        checksum: view.getUint32(4, true),
        packed,
        size: view.getUint32(12, true),
      };
      return { sizes, behind: found + 16 };
    }
    at = found + 4;
  }
}

const WINDOW = 1024 * 1024;

/** The next place of a signature, which is four bytes long. */
async function findSignature(zip: Blob, from: number, signature: number): Promise<number | null> {
  for (let start = from; start < zip.size; start += WINDOW) {
    // Three more, for one that begins at the end.
    const view = await readPart(zip, start, WINDOW + 3);
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let at = bytes.indexOf(0x50); at !== -1; at = bytes.indexOf(0x50, at + 1)) {
      if (at + 4 > bytes.length) break;
      if (view.getUint32(at, true) === signature) return start + at;
    }
  }
  return null;
}
