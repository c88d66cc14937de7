import {
  type Drafts,
  NO_DRAFTS,
  type OutboxEntry,
  withContent,
} from "#features/chat/drafts/draft-rules.ts";

/** A message that was sent in a chat. */
export const anEntry: OutboxEntry = {
  messageId: "m1",
  answerId: "a1",
  chatId: "c1",
  content: "Hello",
  model: "grok",
  startsChat: false,
};

/** What stands in each box. */
export const contentsOf = ({ boxes }: Drafts) =>
  Object.fromEntries(Object.entries(boxes).map(([place, { content }]) => [place, content]));

/** Drafts with these contents in their boxes. */
export const typedIn = (contents: Record<string, string>) =>
  Object.entries(contents).reduce<Drafts>(
    (all, [place, content]) => withContent(all, place, content),
    NO_DRAFTS,
  );
