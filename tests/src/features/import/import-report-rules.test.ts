import { describe, expect, it } from "vitest";
import {
  importReport,
  type Outcomes,
  reportText,
  withBatch,
} from "#features/import/import-report-rules.ts";
import { listedRow as listed } from "../../../support/found-rows.ts";

const result = (added: number, here = 0, problem?: string) => ({
  key: "k",
  chatId: "c",
  added,
  here,
  ...(problem !== undefined && { problem }),
});
const batch = (...chats: (readonly [row: number, isWhole?: boolean])[]) => ({
  body: new ArrayBuffer(),
  chats: chats.map(([row, isWhole = true]) => ({ row, messages: 10, isWhole })),
});
const NONE = { attachments: {}, emptyChats: 0, moreProblems: 0 };
const NEW = new Map() as Outcomes;

/** The report of an import of all these chats. */
const reportOf = (
  rows: readonly ReturnType<typeof listed>[],
  outcomes: Outcomes,
  ending: Partial<Parameters<typeof importReport>[0]> = {},
) =>
  importReport({
    rows,
    chosen: new Set(rows.map(({ row }) => row)),
    outcomes,
    problems: [],
    all: NONE,
    ended: null,
    ...ending,
  });

describe("the report of an import", () => {
  it("counts chats and messages, those that had grown, and what was here [import.page-report]", () => {
    const rows = [
      listed({ row: 0 }),
      listed({ row: 1, here: 12 }),
      listed({ row: 2, here: 20 }),
      listed({ row: 3 }),
    ];
    const outcomes = withBatch(NEW, batch([0], [1]), [result(20), result(8, 12)], false);
    const report = reportOf(rows, outcomes, { chosen: new Set([0, 1]) });
    expect(report.counts).toEqual([
      "2 chats with 28 messages were imported.",
      "1 of them had been here and had grown.",
      "1 chat was here already.",
    ]);
    expect([report.notImported, report.notWhole]).toEqual([[], []]);
  });

  it("counts what was stored although its response was lost [import.page-report]", () => {
    // They were sent again, and all of them were here by then.
    const rows = [listed({ row: 0 }), listed({ row: 1, here: 12 })];
    const outcomes = withBatch(NEW, batch([0], [1]), [result(0, 20), result(0, 20)], true);
    expect(reportOf(rows, outcomes).counts).toEqual([
      "2 chats with 28 messages were imported.",
      "1 of them had been here and had grown.",
    ]);
  });

  it("counts as here what another tab has added since the list was made [import.page-report]", () => {
    const rows = [listed({ row: 0 }), listed({ row: 1 }), listed({ row: 2, here: 12 })];
    const results = [result(0, 20), result(5, 15), result(0, 20)];
    const outcomes = withBatch(NEW, batch([0], [1], [2]), results, false);
    expect(reportOf(rows, outcomes).counts).toEqual([
      "1 chat with 5 messages was imported.",
      "1 of them had been here and had grown.",
      "2 chats were here already.",
    ]);
    const none = withBatch(NEW, batch([0]), [result(0, 20)], false);
    expect(reportOf(rows.slice(0, 1), none).counts).toEqual([
      "Nothing was imported.",
      "1 chat was here already.",
    ]);
  });

  it("counts all messages added to a chat whose listed ones were undone in another tab [import.page-report]", () => {
    const outcomes = withBatch(NEW, batch([0]), [result(20)], false);
    expect(reportOf([listed({ here: 12 })], outcomes).counts).toEqual([
      "1 chat with 20 messages was imported.",
    ]);
  });

  it("names each chat that was not imported, or not wholly, and why, once [import.page-report]", () => {
    const rows = [
      listed({ row: 0, title: "Refused" }),
      listed({ row: 1, title: "Cut" }),
      listed({ row: 2, title: "Pictures", leftOut: { picture: 3 }, notes: ["Noted."] }),
      listed({ row: 3, title: "Half" }),
      listed({ row: 4, title: "Never" }),
    ];
    let outcomes = withBatch(
      NEW,
      batch([0], [1, false]),
      [
        result(0, 0, "This chat could not be imported."),
        result(10, 0, "1 message was cut after 200 kB."),
      ],
      false,
    );
    outcomes = withBatch(
      outcomes,
      batch([1], [2], [3, false]),
      [result(10, 0, "1 message was cut after 200 kB."), result(20), result(1)],
      false,
    );
    const report = reportOf(rows, outcomes, {
      problems: [
        { file: "a.zip/b.json", title: null, problem: "The file is cut off." },
        { file: "a.zip/c.json", title: "Broken", problem: "It has no messages." },
      ],
      all: { attachments: { picture: 2 }, emptyChats: 1, moreProblems: 7 },
      ended: "You cancelled the import.",
    });
    expect(report.notImported).toEqual([
      { name: "Refused", why: "This chat could not be imported." },
    ]);
    expect(report.notRead).toEqual([
      { name: "a.zip/b.json", why: "The file is cut off." },
      { name: "Broken", why: "It has no messages." },
      { name: "Others", why: "7 more could not be read." },
    ]);
    expect(report.notWhole).toEqual([
      { name: "Cut", why: "1 message was cut after 200 kB." },
      { name: "Pictures", why: "Left out: 3 pictures. Noted." },
      { name: "Half", why: "Only the first message." },
    ]);
    expect(reportText(report)).toBe(
      [
        "What was imported",
        "",
        "3 chats with 41 messages were imported.",
        "1 chat was not imported: the import was stopped. Choose the same files again to go on.",
        "1 chat had no message.",
        "Left out beside the chats: 2 pictures.",
        "You cancelled the import.",
        "",
        "Not imported",
        "- Refused: This chat could not be imported.",
        "",
        "Partly imported",
        "- Cut: 1 message was cut after 200 kB.",
        "- Pictures: Left out: 3 pictures. Noted.",
        "- Half: Only the first message.",
        "",
        "Could not be read",
        "- a.zip/b.json: The file is cut off.",
        "- Broken: It has no messages.",
        "- Others: 7 more could not be read.",
        "",
      ].join("\n"),
    );
  });

  it("says in one sentence how many chats a stopped import did not reach [import.page-cancel]", () => {
    const rows = Array.from({ length: 1_086 }, (_, row) => listed({ row }));
    const outcomes = withBatch(NEW, batch([0]), [result(20)], false);
    const report = reportOf(rows, outcomes, { ended: "You cancelled the import." });
    expect(report.counts).toEqual([
      "1 chat with 20 messages was imported.",
      "1,085 chats were not imported: the import was stopped. Choose the same files again to go on.",
    ]);
    expect([report.notImported, report.notWhole, report.notRead]).toEqual([[], [], []]);
  });

  it("says when nothing was imported [import.page-report]", () => {
    expect(reportOf([], NEW).counts).toEqual(["Nothing was imported."]);
  });
});
