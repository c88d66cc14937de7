import type { Attempt } from "#contract";
import type { Tables } from "#database";
import { instant } from "#lib/timestamp.ts";

/** A part of the text of an answer that is being written. */
export type PieceRow = Pick<Tables<"pieces">, "answer_id" | "position" | "content">;

/** From which of its pieces on an answer is to be read. */
export type KnownPieces = { readonly answerId: string; readonly position: number };

/** The text of an answer that was read in pieces, up to the last of them. */
export type WrittenText = {
  /** When this try at the answer began; another one begins anew. */
  readonly startedAt: string;
  /** The number of pieces it is made of. */
  readonly position: number;
  readonly content: string;
};

/** What is known of the text of an attempt: nothing, when it was begun anew since. */
export function writtenOf(
  { started_at: startedAt }: Pick<Attempt, "started_at">,
  known: WrittenText | undefined,
): WrittenText {
  const isSameTry = known !== undefined && instant(known.startedAt) === instant(startedAt);
  return isSameTry ? known : { startedAt, position: 0, content: "" };
}

/** Adds the pieces that follow on; those that are known, or come after a gap, are left out. */
export function withPieces(written: WrittenText, pieces: readonly PieceRow[]): WrittenText {
  let all = written;
  for (const piece of pieces.toSorted((left, right) => left.position - right.position)) {
    const { position } = piece;
    if (position === all.position + 1) {
      all = { startedAt: all.startedAt, position, content: all.content + piece.content };
    }
  }
  return all;
}

/** What is left to be read after pieces that were read in the order of their positions. */
export function afterPieces(
  known: readonly KnownPieces[],
  pieces: readonly PieceRow[],
): readonly KnownPieces[] {
  const next = new Map(pieces.map((piece) => [piece.answer_id, piece.position + 1]));
  return known.map(({ answerId, position }) => ({
    answerId,
    position: next.get(answerId) ?? position,
  }));
}

/** What to show of an answer: what was written, unless more of the same text is shown already. */
export function mergedText(shown: string, written: string): string {
  return shown.startsWith(written) ? shown : written;
}
