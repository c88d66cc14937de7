import type { ImportSource } from "#contract";
import type { LeftOut } from "./found-chat.ts";

/** A chat that was found in the files, for the list. `row` is its number, by which the page and the worker name it. */
export type FoundRow = {
  readonly row: number;
  readonly source: ImportSource;
  readonly key: string;
  readonly title: string | null;
  /** When it began, ISO with Z: that of the chat, else of its first message that has a time. */
  readonly createdAt: string | null;
  readonly messages: number;
  readonly leftOut: LeftOut;
  readonly isBranch: boolean;
  /** How many messages are longer than the server keeps. */
  readonly cut: number;
  readonly notes: readonly string[];
};

/** What could not be read, in a sentence. `file` is its path, through the ZIPs that it is in. */
export type FileProblem = {
  readonly file: string;
  readonly title: string | null;
  readonly problem: string;
};

/**
 * What the worker has found since its last report. A row that comes again is the same chat, found once more, and replaces
 * the one before.
 */
export type Found = {
  readonly readBytes: number;
  readonly ofBytes: number;
  readonly rows: readonly FoundRow[];
  readonly problems: readonly FileProblem[];
};

/** What else the files hold. `attachments` were counted, never opened. */
export type AllFound = {
  readonly attachments: LeftOut;
  /** Chats without a message. */
  readonly emptyChats: number;
  /** How many problems were not reported one by one. */
  readonly moreProblems: number;
};

/** A body for POST /api/import_chats that asks what is here of some rows, and these rows in its order. */
export type LookBody = {
  readonly body: ArrayBuffer;
  readonly rows: readonly number[];
};

/** A body for POST /api/import_chats. A long chat is in several, one after the other. */
export type ImportBody = {
  readonly body: ArrayBuffer;
  /** What is in it, in its order. */
  readonly chats: readonly {
    readonly row: number;
    readonly messages: number;
    /** Whether this is the last part of the chat. */
    readonly isWhole: boolean;
  }[];
};

/** A row to import. `again`: also when it was deleted here. */
export type ChosenRow = { readonly row: number; readonly again?: boolean };

export type WorkerRequest =
  | { readonly type: "open"; readonly files: readonly File[] }
  | { readonly type: "look" }
  | { readonly type: "read"; readonly importId: string; readonly chosen: readonly ChosenRow[] }
  | { readonly type: "next" };

/** `all` ends what `open` began. `look` and `batch` answer `look` and `next`; null when there is no more. */
export type WorkerReply =
  | { readonly type: "found"; readonly found: Found }
  | { readonly type: "all"; readonly all: AllFound }
  | { readonly type: "look"; readonly look: LookBody | null }
  | { readonly type: "batch"; readonly batch: ImportBody | null };
