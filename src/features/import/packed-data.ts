import { streamPart } from "./blob-parts.ts";

/** A file in a ZIP before it is unpacked. */
export type PackedFile = {
  /** Its path in the ZIP. */
  readonly name: string;
  readonly zip: Blob;
  /** The place of its bytes in the ZIP, and how many they are there. */
  readonly at: number;
  readonly packedSize: number;
  readonly isDeflated: boolean;
  /** Its unpacked size according to the ZIP, which may be wrong. Infinity where the ZIP does not say. */
  readonly size: number;
  /** The CRC-32 that its bytes should have, where it is known. */
  readonly checksum: number | null;
};

/** A problem of a file, with a message fit to show. */
export class FileFault extends Error {
  override readonly name = "FileFault";
}

const TOO_MUCH = "It holds more than its ZIP says, so it was not read any further.";
const DIFFERS = "Its checksum is wrong, so some of what it holds may be damaged.";
const CUT = "It is damaged, or ends too early. Only a part of it could be read.";
const CHANGED = "It was changed or moved after it was chosen. Choose it again.";
const UNREADABLE = "It could not be read.";

/** The sentence for whatever ended the reading of a file. */
export function faultOf(error: unknown): string {
  if (error instanceof FileFault) return error.message;
  if (error instanceof DOMException && /^Not(?:Readable|Found)Error$/.test(error.name))
    return CHANGED;
  // Thrown by a DecompressionStream.
  return error instanceof TypeError ? CUT : UNREADABLE;
}

/**
 * The bytes of a file in a ZIP, `most` of them at most. An early end is an error, which comes after all bytes that could be
 * read. Calls `onRead` with the packed bytes. zip.js cannot do this: it unpacks only what
 * the directory of a ZIP names, which a truncated one lacks, and of damaged data it loses what it had unpacked last.
 */
export function unpack(
  { zip, at, packedSize, isDeflated, size, checksum }: PackedFile,
  most: number,
  onRead?: (bytes: number) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const data = streamPart(zip, at, packedSize);
  const packed = onRead ? data.pipeThrough(countingBytes(onRead)) : data;
  const unpacked = isDeflated
    ? packed.pipeThrough(endingWithNothing()).pipeThrough(new DecompressionStream("deflate-raw"))
    : packed;
  return unpacked.pipeThrough(checked(size, most, checksum));
}

/** Reports how many bytes pass. */
export const countingBytes = (onRead: (bytes: number) => void) =>
  new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      onRead(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });

/**
 * Adds an empty chunk at the end. It waits until all that came of the others has been read, and only then does the
 * DecompressionStream learn that there is no more: a stream that ends with an error forgets what nobody has read yet.
 */
const endingWithNothing = () =>
  new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    flush: (controller) => controller.enqueue(new Uint8Array()),
  });

function checked(size: number, most: number, checksum: number | null) {
  let read = 0;
  let crc = -1;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.byteLength;
      if (read > most) throw new FileFault(TOO_MUCH);
      if (checksum !== null) crc = crc32(chunk, crc);
      if (chunk.byteLength > 0) controller.enqueue(chunk);
    },
    flush() {
      if (read < size) throw new FileFault(CUT);
      if (checksum !== null && ~crc !== (checksum | 0)) throw new FileFault(DIFFERS);
    },
  });
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The CRC-32 of ZIP, inverted, of what came before and these bytes. */
function crc32(bytes: Uint8Array, before: number): number {
  let crc = before;
  for (let index = 0; index < bytes.length; index += 1)
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  return crc;
}
