import { createStore, type ReadableStore } from "#lib/store.ts";

// The texts of answers that are being written, by their ids: those that this page is sent, and those that it reads.
// They are apart from the answers, so that the list of messages is not drawn again for every piece of text.

/** What several answers bring within this time is published together: each change of the page costs it a frame. */
const PUBLISH_AFTER_MS = 66;

const texts = new Map<string, string>();
const streamed = new Set<string>();
const published = createStore<ReadonlyMap<string, string>>(new Map());
let timer: ReturnType<typeof setTimeout> | undefined;

/** The answers that the person has stopped and that have not ended yet: from the press on their texts stand still. */
export const stopping = createStore<ReadonlySet<string>>(new Set());

/** Follows all texts. Text that grew is published a little later. */
export const answerTexts: ReadableStore<ReadonlyMap<string, string>> = published;

/** Follows the text of one answer. */
export const arrivingText = (id: string): ReadableStore<string> => ({
  get: () => published.get().get(id) ?? "",
  subscribe: published.subscribe,
});

/** What is there of an answer by now. */
export const textOf = (id: string): string => texts.get(id) ?? "";

/** Puts what this page has been sent of an answer in the place of what is there. Until `endStream` nothing else does. */
export function streamText(id: string, text: string): void {
  streamed.add(id);
  setText(id, text);
}

/** Whether this page is sent an answer, and has some text of it. */
export const isStreamed = (id: string): boolean => streamed.has(id) && textOf(id) !== "";

/** From now on an answer is read, and not sent to this page. */
export function endStream(id: string): void {
  streamed.delete(id);
}

/** Puts what was read of an answer in the place of what is there, unless more of the same text is there. */
export function growText(id: string, text: string): void {
  if (!streamed.has(id) && !textOf(id).startsWith(text)) setText(id, text);
}

function setText(id: string, text: string) {
  if (stopping.get().has(id) || textOf(id) === text) return;
  texts.set(id, text);
  // Not in a frame: what is changed in one is drawn only by the frame behind it.
  timer ??= setTimeout(publish, PUBLISH_AFTER_MS);
}

export function setStopping(id: string, isStopping: boolean): void {
  const others = [...stopping.get()].filter((other) => other !== id);
  const ids = isStopping ? [...others, id] : others;
  if (ids.length !== stopping.get().size) stopping.set(new Set(ids));
}

/** Forgets texts: their answers are stored. */
export function forgetTexts(ids: readonly string[]): void {
  for (const id of ids) if (texts.delete(id)) timer ??= setTimeout(publish, PUBLISH_AFTER_MS);
}

/** Forgets what is there of a person's answers. */
export function forgetAllTexts(): void {
  forgetTexts([...texts.keys()]);
  stopping.set(new Set());
}

function publish() {
  timer = undefined;
  published.set(new Map(texts));
}
