import { expect, it } from "vitest";
import { readFile, textOfFiles } from "#features/chat/composer/text-files.ts";
import { NOTICES } from "#lib/notices.ts";

const file = (text: string) => new TextEncoder().encode(text);
const bytes = (...codes: number[]) => Uint8Array.from(codes);
const EMPTY_BOX = { before: "", after: "" };
const { filesEmpty: empty, filesNotText: notText, filesTooLong: tooLong } = NOTICES;
const textAt = (place: typeof EMPTY_BOX, ...files: Uint8Array[]) => textOfFiles(files, place);
const textOf = (...files: Uint8Array[]) => textAt(EMPTY_BOX, ...files);

it.each([
  ["plain text", [file("one\ntwo\n")], "one\ntwo\n"],
  ["line breaks of Windows and old Macs", [file("one\r\ntwo\rthree")], "one\ntwo\nthree"],
  ["tabs, form feeds and colors of a terminal", [file("a\tb\f\u001B[1m")], "a\tb\f\u001B[1m"],
  ["other scripts and pictures", [file("Ünïcode 漢字 🎉 مرحبا")], "Ünïcode 漢字 🎉 مرحبا"],
  ["a byte order mark", [bytes(0xef, 0xbb, 0xbf, 0x61)], "a"],
  ["two files", [file("one\n\n"), file("two\n")], "one\n\ntwo\n"],
  ["an empty file beside another one", [file(""), file("two")], "two"],
])("the text of %s [composer.files]", (_, files, text) => {
  expect(textOf(...files)).toBe(text);
});

it.each([
  ["after a word", { before: "Before", after: "" }, "one", "\none"],
  ["after a space", { before: "Before ", after: "" }, "one\n", "\none\n"],
  ["on a new line", { before: "Before\n", after: "" }, "one", "one"],
  ["before a word", { before: "", after: "after" }, "one", "one\n"],
  ["before a word, with its own line break", { before: "", after: "after" }, "one\n", "one\n"],
  ["before a line break", { before: "", after: "\nafter" }, "one", "one"],
  ["within a word", { before: "be", after: "side" }, "one\ntwo", "\none\ntwo\n"],
])("a file put %s stands on lines of its own [composer.files]", (_, place, text, inserted) => {
  expect(textAt(place, file(text))).toBe(inserted);
});

it.each([
  ["no bytes", [file("")], empty],
  ["only white space", [file(" \n\t")], empty],
  ["a zero byte", [bytes(0x61, 0, 0x62)], notText],
  ["a picture", [bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)], notText],
  ["Latin-1", [bytes(0x63, 0x61, 0x66, 0xe9)], notText],
  ["UTF-16", [bytes(0xff, 0xfe, 0x61, 0x00)], notText],
  ["a character that is cut off", [bytes(0x61, 0xe6, 0xbc)], notText],
  ["one text and one picture", [file("a"), bytes(0x89, 0x50)], notText],
])("%s is refused [composer.files-refused]", (_, files, notice) => {
  expect(textOf(...files)).toBe(notice);
});

it("32,000 characters are added, and one more is too long, in one file or in several [composer.files-refused]", () => {
  expect(textOf(file("a".repeat(32_000)))).toHaveLength(32_000);
  expect(textOf(file("漢".repeat(32_000)))).toHaveLength(32_000);
  expect(textOf(file("a".repeat(32_001)))).toBe(tooLong);
  expect(textOf(file("🎉".repeat(16_001)))).toBe(tooLong);
  // With the empty line between them.
  expect(textOf(file("a".repeat(15_999)), file("b".repeat(15_999)))).toHaveLength(32_000);
  expect(textOf(file("a".repeat(16_000)), file("b".repeat(15_999)))).toBe(tooLong);
  // With the line breaks around it.
  const within = { before: "a", after: "b" };
  expect(textAt(within, file("a".repeat(31_998)))).toHaveLength(32_000);
  expect(textAt(within, file("a".repeat(31_999)))).toBe(tooLong);
});

it("of a file that cannot be short enough only as much is read as tells whether it is text [composer.files-refused]", async () => {
  const of = async (content: string | Uint8Array<ArrayBuffer>) => {
    const read = await readFile(new File([content], "a.txt"));
    expect(read.length).toBeLessThanOrEqual(96_004);
    return textOf(read);
  };
  const mark = "\uFEFF";
  expect(await of(mark + "漢".repeat(32_000))).toHaveLength(32_000);
  // A character is cut off where the reading ends.
  expect(await of("a" + "漢".repeat(40_000))).toBe(tooLong);
  expect(await of("\n".repeat(100_000))).toBe(tooLong);
  expect(await of(new Uint8Array(2_000_000).fill(0x89))).toBe(notText);
  expect(await of(new Uint8Array(2_000_000))).toBe(notText);
});
