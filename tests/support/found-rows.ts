import type { ListedRow } from "#features/import/found-list-rules.ts";

/** A chat as the list of an import shows it: new, with twenty messages. */
export const listedRow = (row: Partial<ListedRow> = {}): ListedRow => ({
  row: 0,
  source: "chatgpt",
  key: `chat ${row.row ?? 0}`,
  title: "Where is Rome?",
  createdAt: "2026-03-14T12:00:00Z",
  messages: 20,
  leftOut: {},
  isBranch: false,
  cut: 0,
  notes: [],
  here: 0,
  isDeleted: false,
  ...row,
});
