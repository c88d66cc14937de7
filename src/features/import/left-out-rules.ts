import { counted } from "#lib/counted.ts";
import type { LeftOut, LeftOutKind } from "./found-chat.ts";

/** In the order in which they are named. */
const KINDS: readonly LeftOutKind[] = [
  "picture",
  "voice message",
  "video",
  "file",
  "thought",
  "tool step",
  "unknown part",
];

/** What is left out, in words: `3 pictures, 1 voice message`. Empty where nothing is. */
export function leftOutWords(leftOut: LeftOut): string {
  const words = KINDS.flatMap((kind) => {
    const count = leftOut[kind] ?? 0;
    return count > 0 ? counted(count, kind) : [];
  });
  return words.join(", ");
}
