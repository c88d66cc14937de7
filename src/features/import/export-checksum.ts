import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** The last line of an export is always shorter, in bytes. */
const LAST_LINE = 1024 * 1024;
const LINE_BREAK = 0x0a;

const WRONG = "The file was changed after its export: its checksum is wrong.";
const MISSING = "The file was changed after its export: its checksum is missing.";

/** Compares the checksum in the last line of an export of this product with the lines before it. Ignores other files. */
export function exportChecksum() {
  const hash = sha256.create();
  let start: string | null = null;
  let line = new Uint8Array();
  return {
    /** Takes the next bytes of the file. */
    add(bytes: Uint8Array): void {
      start ??= new TextDecoder().decode(bytes.subarray(0, 64));
      if (!start.startsWith("[\n{")) return;
      const both = new Uint8Array(line.length + bytes.length);
      both.set(line);
      both.set(bytes, line.length);
      // The last line ends in a line break too.
      const end = both.lastIndexOf(LINE_BREAK, -2) + 1;
      const isLastLine = both.length - end < LAST_LINE;
      hash.update(isLastLine ? both.subarray(0, end) : both);
      line = isLastLine ? both.slice(end) : new Uint8Array();
    },
    /** What is wrong with it, in a sentence; null for nothing. */
    problem(): string | null {
      const [, written] =
        /"sha256_of_all_lines_above":"([^"]*)"/.exec(new TextDecoder().decode(line)) ?? [];
      if (written === undefined)
        return start?.startsWith('[\n{"source":"quartet"') ? MISSING : null;
      return written === bytesToHex(hash.digest()) ? null : WRONG;
    },
  };
}
