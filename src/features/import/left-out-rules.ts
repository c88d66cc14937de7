import { counted } from "#lib/counted.ts";
import type { LeftOut, LeftOutKind } from "./found-chat.ts";

const plain = (kind: LeftOutKind) => (count: number) => counted(count, kind);

/** In the order in which they are named. */
const WORDS: Readonly<Record<LeftOutKind, (count: number) => string>> = {
  picture: plain("picture"),
  // What was said is in the text.
  "voice message": (count) => `the sound of ${counted(count, "voice message")}`,
  video: plain("video"),
  file: plain("file"),
  thought: plain("thought"),
  "tool step": plain("tool step"),
  "end of a reply": (count) =>
    `the end of ${count === 1 ? "1 reply" : `${count.toLocaleString("en-US")} replies`}`,
  project: plain("project"),
  "unknown part": plain("unknown part"),
};

/** What is left out, in words: `3 pictures, 1 video`. Empty where nothing is. */
export function leftOutWords(leftOut: LeftOut): string {
  const words = Object.entries(WORDS).flatMap(([kind, say]) => {
    const count = leftOut[kind as LeftOutKind] ?? 0;
    return count > 0 ? say(count) : [];
  });
  return words.join(", ");
}
