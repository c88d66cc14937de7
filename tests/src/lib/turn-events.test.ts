import { array, assert, nat, property } from "fast-check";
import { expect, test } from "vitest";
import type { StreamEvent } from "#contract";
import { eventReader } from "#lib/functions-client.ts";

const events: StreamEvent[] = [
  { type: "delta", text: "Hello\nthere: data: x" },
  { type: "delta", text: " ünïcode 🎉" },
  { type: "error", error: "It stopped.", code: "provider_failed", retryable: true },
];
const wire = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

test("events are read wherever the stream is cut", () => {
  assert(
    property(array(nat(wire.length)), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), wire.length];
      const read = eventReader();
      const seen = places.flatMap((place, index) =>
        read(wire.slice(places[index - 1] ?? 0, place)),
      );
      expect(seen).toEqual(events);
    }),
  );
});

test("an unfinished line waits", () => {
  const read = eventReader();
  expect(read('data: {"type":"delta","text":"a"}')).toEqual([]);
  expect(read("\n")).toEqual([{ type: "delta", text: "a" }]);
});

test("comments, other fields and carriage returns are passed over", () => {
  const read = eventReader();
  expect(read(': ping\r\nevent: x\r\ndata: {"type":"delta","text":"a"}\r\n\r\n')).toEqual([
    { type: "delta", text: "a" },
  ]);
});

test.each(["", ',"code":"of_next_year"'])(
  "an error with no known code%s counts as internal",
  (code) => {
    expect(eventReader()(`data: {"type":"error","error":"No."${code},"retryable":true}\n`)).toEqual(
      [{ type: "error", error: "No.", code: "internal", retryable: true }],
    );
  },
);

test("a line that is no JSON throws", () => {
  expect(() => eventReader()("data: <html>\n")).toThrow(SyntaxError);
});
