import { expect, it } from "vitest";
import { readCursor, writeCursor } from "../../../../supabase/functions/search/cursor-rules.ts";

const cursor = {
  at: "2026-11-21T08:04:19.123456+00:00",
  id: "a0000000-0000-4000-8000-000000000001",
};

it("reads the cursor that was written, microseconds included", () => {
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
});

it.each([
  "",
  "x",
  "💥",
  " ",
  "yesterday me",
  cursor.at,
  `${cursor.at} me`,
  `infinity ${cursor.id}`,
  `${cursor.id} ${cursor.at}`,
  writeCursor(cursor).slice(0, -4),
])("reads no cursor from %j", (text) => {
  expect(readCursor(text)).toBeUndefined();
});
