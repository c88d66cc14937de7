import type { ImportedChat, ImportSource } from "#contract";

/** What cannot be imported of a chat, by kind. Its words are in left-out-rules.ts. */
export type LeftOutKind =
  | "picture"
  | "file"
  | "voice message"
  | "video"
  | "thought"
  | "tool step"
  | "end of a reply"
  | "project"
  | "unknown part";

/** How many there are of each kind. */
export type LeftOut = Partial<Record<LeftOutKind, number>>;

/** A message as POST /api/import_chats takes it. */
export type FoundMessage = ImportedChat["messages"][number];

export type FoundChat = {
  readonly source: ImportSource;
  /** 1 to 200 characters, the same in every export of an account. */
  readonly key: string;
  /** As the source has it. */
  readonly title: string | null;
  /** An ISO time with Z, as all times of messages are. */
  readonly createdAt: string | null;
  readonly model: string | null;
  /** In the order in which they are shown. */
  readonly messages: readonly FoundMessage[];
  readonly leftOut: LeftOut;
  /** Whether it is not the path that was last shown: it is offered, but not chosen at first. */
  readonly isBranch: boolean;
  /** What the report says about this chat, e.g. that the checksum of its export is wrong. */
  readonly notes: readonly string[];
};

/** What an element of a file holds: chats, the path that was last shown first, or a chat that cannot be read, and why. */
export type ChatReading =
  | { readonly chats: readonly FoundChat[] }
  | { readonly problem: string; readonly title: string | null };
