import { expect, it } from "vitest";
import { readPlace, writePlace } from "../../../../supabase/functions/search/place-rules.ts";

const place = {
  at: "2026-11-21T08:04:19.123456+00:00",
  id: "a0000000-0000-4000-8000-000000000001",
};

it("reads the place that was written, microseconds included", () => {
  expect(readPlace(writePlace(place))).toEqual(place);
  expect(writePlace(place)).toMatch(/^[\w-]+$/);
});

it.each([
  "",
  "x",
  "💥",
  "null",
  btoa("null"),
  btoa("7"),
  btoa("[]"),
  btoa('["yesterday", "me"]'),
  btoa(JSON.stringify([place.at, "me"])),
  btoa(JSON.stringify(["infinity", place.id])),
  writePlace(place).slice(0, -4),
])("reads no place from %j", (text) => {
  expect(readPlace(text)).toBeUndefined();
});
