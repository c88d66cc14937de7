/** What is read of a Blob at once. */
const BLOCK_BYTES = 1024 * 1024;
/** Larger parts are streamed by the browser. */
const SMALL_BYTES = BLOCK_BYTES / 4;

/** What was last read. Each read of a Blob costs a browser milliseconds, and a ZIP may have thousands of small files. */
let block: { readonly blob: Blob; readonly at: number; readonly bytes: ArrayBuffer } | null = null;

/** A part of a Blob: so many bytes, or as many as there are. */
export async function readPart(blob: Blob, at: number, length: number) {
  const end = Math.min(at + length, blob.size);
  if (block?.blob !== blob || at < block.at || end > block.at + block.bytes.byteLength) {
    const bytes = await blob.slice(at, Math.max(end, at + BLOCK_BYTES)).arrayBuffer();
    block = { blob, at, bytes };
  }
  return new DataView(block.bytes, at - block.at, Math.max(0, end - at));
}

/** The same as a stream. */
export function streamPart(
  blob: Blob,
  at: number,
  length: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (length > SMALL_BYTES) return blob.slice(at, at + length).stream();
  return new ReadableStream({
    async pull(controller) {
      const { buffer, byteOffset, byteLength } = await readPart(blob, at, length);
      controller.enqueue(new Uint8Array(buffer, byteOffset, byteLength));
      controller.close();
    },
  });
}
