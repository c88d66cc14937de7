import { lettersOf } from "../_shared/text-rules.ts";
import { placesOfSigns, type Span, spacedText, unsignedNeedlesOf } from "./words-rules.ts";

/** A piece of an excerpt; `match` where it is what was looked for. */
export type ExcerptPiece = { text: string; match: boolean };

/** How much of the text an excerpt shows, in UTF-16 units, and how much of that before the first place found. */
const LENGTH = 200;
const BEFORE = 60;

/**
 * The part of a text around the first place that has what a query looks for, on one line, in pieces. '…' stands for what
 * was cut off.
 */
export function excerptOf(text: string, query: string): ExcerptPiece[] {
  const letters = lettersOf(text);
  const found = placesOf(text, query);
  const shown = windowOn(text, letters, found[0] ?? { start: 0, end: 0 });
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
  for (const span of found.filter(({ end }) => end <= shown.end)) {
    const start = Math.max(place, letterAt(letters, span.start).start);
    const { end } = letterAt(letters, span.end - 1);
    if (end <= place) continue;
    plain(place, start);
    add(text.slice(start, end).replaceAll(/\s+/g, " "), true);
    place = end;
  }
  plain(place, shown.end);
  return pieces;
}

/** Where a text has what a query looks for, in order, none overlapping. A piece with signs is found only with them. */
function placesOf(text: string, query: string): Span[] {
  const { text: spaced, starts, ends } = spacedText(text);
  const spans = placesOfSigns(query, text).flat();
  for (const needle of unsignedNeedlesOf(query)) {
    const words = needle.trim();
    const lead = needle.startsWith(" ") ? 1 : 0;
    for (let at = spaced.indexOf(needle); at >= 0;) {
      const last = at + lead + words.length;
      spans.push({ start: starts[at + lead] ?? 0, end: ends[last - 1] ?? 0 });
      // The space behind a word is also the one before the next.
      at = spaced.indexOf(needle, last);
    }
  }
  const apart: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const before = apart.at(-1);
    if (before !== undefined && span.start < before.end)
      before.end = Math.max(before.end, span.end);
    else apart.push(span);
  }
  return apart;
}

/** The part of the text to show: it holds the place, and begins and ends between words where it can. */
function windowOn(text: string, letters: Intl.Segments, found: Span): Span {
  const place = {
    start: letterAt(letters, found.start).start,
    end: found.end && letterAt(letters, found.end - 1).end,
  };
  let start = Math.max(0, place.start - BEFORE);
  let end = Math.min(text.length, Math.max(start + LENGTH, place.end));
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

/** Where the letter at a place begins and ends. */
function letterAt(letters: Intl.Segments, place: number): Span {
  const { index = 0, segment = "" } = letters.containing(place) ?? {};
  return { start: index, end: index + segment.length };
}
