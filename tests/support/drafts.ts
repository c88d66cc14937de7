import {
  type Drafts,
  inOrder,
  NO_DRAFTS,
  type OutboxEntry,
  parseBox,
  parseEntry,
  withContent,
} from "#features/chat/drafts/draft-rules.ts";

/** A message that was sent in a chat. */
export const anEntry = {
  messageId: "m1",
  order: 0,
  answerId: "a1",
  chatId: "c1",
  content: "Hello",
  model: "grok",
  startsChat: false,
  waitsFor: null,
} satisfies OutboxEntry;

/** The content of each box. */
export const contentsOf = ({ boxes }: Drafts) =>
  Object.fromEntries(Object.entries(boxes).map(([place, { content }]) => [place, content]));

/** Drafts with these contents in their boxes. */
export const typedIn = (contents: Record<string, string>) =>
  Object.entries(contents).reduce<Drafts>(
    (all, [place, content]) => withContent(all, place, content),
    NO_DRAFTS,
  );

/** Drafts after a reload: stored, and read again. */
export function reloaded({ boxes, outbox }: Drafts): Drafts {
  const again = (stored: unknown): unknown => JSON.parse(JSON.stringify(stored));
  const places = Object.entries(boxes).map(([place, box]) => [place, parseBox(again(box))]);
  // The storage keeps no order.
  const entries = outbox.toReversed().flatMap((entry) => parseEntry(again(entry)) ?? []);
  return { boxes: Object.fromEntries(places), outbox: inOrder(entries) };
}
