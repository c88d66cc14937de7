import { lettersOf } from "../_shared/text-rules.ts";
import {
  EXCERPT_LENGTH,
  letterAt,
  mostTogether,
  placesOf,
  type Span,
} from "../_shared/words-rules.ts";

/** A piece of an excerpt; `match` where it is what was searched for. */
export type ExcerptPiece = { text: string; match: boolean };

/** How much of an excerpt stands before what was found, in UTF-16 units, where there is room. */
const BEFORE = 60;

/**
 * The part of a text where most words of a query stand together, on one line, in pieces. '…' stands for what was cut off.
 */
export function excerptOf(text: string, query: string): ExcerptPiece[] {
  const letters = lettersOf(text);
  const found = placesOf(text, query);
  const shown = windowOn(text, letters, mostTogether(found) ?? { start: 0, end: 0 });
  const pieces: ExcerptPiece[] = [];
  const add = (piece: string, match: boolean) => {
    if (piece !== "") pieces.push({ text: piece, match });
  };
  const plain = (start: number, end: number) => {
    const opening = start === shown.start && /\S/.test(text.slice(0, start)) ? "…" : "";
    const closing = end === shown.end && /\S/.test(text.slice(end)) ? "…" : "";
    add(opening + text.slice(start, end).replaceAll(/\s+/g, " ") + closing, false);
  };
  let place = shown.start;
  const inside = found.filter((each) => shown.start <= each.start && each.end <= shown.end);
  for (const { start, end } of inside) {
    plain(place, start);
    add(text.slice(start, end).replaceAll(/\s+/g, " "), true);
    place = end;
  }
  plain(place, shown.end);
  return pieces;
}

/** The part of the text to show: it holds the place, and begins and ends between words where it can. */
function windowOn(text: string, letters: Intl.Segments, place: Span): Span {
  const room = Math.max(0, EXCERPT_LENGTH - (place.end - place.start));
  let start = Math.max(0, place.start - Math.min(BEFORE, room));
  let end = Math.min(text.length, Math.max(start + EXCERPT_LENGTH, place.end));
  if (start > 0) {
    const space = text.slice(start, place.start).search(/\s/);
    start = space < 0 ? letterAt(letters, start).start : start + space + 1;
  } else {
    start += text.length - text.trimStart().length;
  }
  if (end < text.length) {
    const space = text.slice(place.end, end).search(/\s\S*$/);
    end = space < 0 ? Math.max(place.end, letterAt(letters, end).start) : place.end + space;
  } else {
    end = text.trimEnd().length;
  }
  return { start, end };
}
