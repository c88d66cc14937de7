import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { instant } from "#lib/timestamp.ts";
import { oneLine, startOf } from "#text-rules";
import type { LeftOut, LeftOutKind } from "./found-chat.ts";

// Files may hold anything. A value of another type counts as missing.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const stringOf = (value: unknown): string | null =>
  typeof value === "string" ? value : null;

/** A text that is not empty. */
export const nameOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** JSON inside a text. */
export function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** So short that the keys of a chat and of a question fit into one key. */
const KEY_LENGTH = 90;

/** A source's id as a key: its hash where it cannot be one itself. */
export const keyOf = (id: string): string =>
  id !== "" && id.length <= KEY_LENGTH && id.isWellFormed() && !id.includes("\0")
    ? id
    : bytesToHex(sha256(utf8ToBytes(id)));

const YEAR_10000 = Date.UTC(10_000, 0) * 1000;
/** Later seconds than these are milliseconds: they would be in the year 5138. */
const LAST_SECOND = 100_000_000_000;

/**
 * A time as an ISO time with microseconds and Z, so that times compare as texts do. Takes seconds or milliseconds since
 * 1970 and ISO times, which are in UTC unless they say otherwise. Null for what is no time, such as 0.
 */
export function isoTime(value: unknown): string | null {
  const microseconds = Math.round(microsecondsOf(value));
  if (!(microseconds > 0 && microseconds < YEAR_10000)) return null;
  const milliseconds = Math.floor(microseconds / 1000);
  const rest = String(microseconds % 1000).padStart(3, "0");
  return new Date(milliseconds).toISOString().replace("Z", `${rest}Z`);
}

function microsecondsOf(value: unknown): number {
  if (typeof value === "number") return value * (value < LAST_SECOND ? 1_000_000 : 1000);
  if (typeof value !== "string" || value.length > 40) return NaN;
  return instant(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`);
}

export function countLeftOut(leftOut: LeftOut, kind: LeftOutKind, number = 1): void {
  leftOut[kind] = (leftOut[kind] ?? 0) + number;
}

/** Replaces a picture in a text. */
export const PICTURE_MARK = "[picture]";

/** Replaces a file in a text. */
export function fileMark(name: unknown): string {
  const shown = startOf(oneLine(stringOf(name)?.slice(0, 1000) ?? ""), 200);
  return shown === "" ? "[file]" : `[file: ${shown}]`;
}

/** Text as a block of code. Its fence is longer than any in it. */
export function codeBlock(text: string, language: string): string {
  const longest = text.match(/`{3,}/g)?.reduce((most, it) => Math.max(most, it.length), 2) ?? 2;
  const fence = "`".repeat(longest + 1);
  return `${fence}${/^[\w+#.-]{1,40}$/.test(language) ? language : ""}\n${text}\n${fence}`;
}
