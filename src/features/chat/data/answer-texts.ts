import { createStore, type ReadableStore } from "#lib/store.ts";

// The texts of answers that are being written, by their ids: those that this page is sent, and those that it reads.
// They are apart from the answers, so that the list of messages is not drawn again for every piece of text.

/** What several answers bring within this time is published together: each change of the page costs it a frame. */
const PUBLISH_AFTER_MS = 66;

const texts = new Map<string, string>();
const streamed = new Set<string>();
const frozen = new Set<string>();
const published = createStore<ReadonlyMap<string, string>>(new Map());
let timer: ReturnType<typeof setTimeout> | undefined;

/** Follows all texts. Text that grew is published a little later. */
export const answerTexts: ReadableStore<ReadonlyMap<string, string>> = published;

/** What is there of an answer by now. */
export const textOf = (id: string): string => texts.get(id) ?? "";

/** Puts what this page has been sent of an answer in the place of what is there. Until `endStream` nothing else does. */
export function streamText(id: string, text: string): void {
  streamed.add(id);
  setText(id, text);
}

/** From now on an answer is read, and not sent to this page. */
export function endStream(id: string): void {
  streamed.delete(id);
}

/** Puts what was read of an answer in the place of what is there, unless more of the same text is there. */
export function growText(id: string, text: string): void {
  if (!streamed.has(id) && !textOf(id).startsWith(text)) setText(id, text);
}

function setText(id: string, text: string) {
  if (frozen.has(id) || textOf(id) === text) return;
  texts.set(id, text);
  // Not in a frame: what is changed in one is drawn only by the frame behind it.
  timer ??= setTimeout(publish, PUBLISH_AFTER_MS);
}

/** Lets a text stand still, from the moment in which the person presses Stop, or grow again. */
export function freezeText(id: string, isFrozen: boolean): void {
  if (isFrozen) frozen.add(id);
  else frozen.delete(id);
}

/** Forgets texts: their answers are stored. Without ids, all of them. */
export function forgetTexts(ids: readonly string[] = [...texts.keys()]): void {
  for (const id of ids) {
    frozen.delete(id);
    if (texts.delete(id)) timer ??= setTimeout(publish, PUBLISH_AFTER_MS);
  }
}

function publish() {
  timer = undefined;
  published.set(new Map(texts));
}
