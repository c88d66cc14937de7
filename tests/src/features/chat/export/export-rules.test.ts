import { describe, expect, it } from "vitest";
import { fileNameFor } from "#features/chat/export/format-rules.ts";
import { pathNodesOf, type MessageOutline } from "#features/chat/export/message-tree-rules.ts";

const question = (id: string, follows: string | null = null): MessageOutline => ({
  id,
  role: "user",
  reply_to: null,
  follows,
  compares: null,
});
const answer = (id: string, to: string): MessageOutline => ({
  id,
  role: "assistant",
  reply_to: to,
  follows: null,
  compares: null,
});
const about = (id: string, to: string): MessageOutline => ({
  ...answer(id, to),
  compares: ["a", "b"],
});
const shape = (messages: readonly MessageOutline[], chosen: string | null = null) =>
  pathNodesOf(messages, chosen).map(
    ({ id, parent, children, onPath }) =>
      `${onPath ? "" : "-"}${id}<${parent ?? ""}>${children.join()}`,
  );

describe("the order of an exported conversation", () => {
  it.each<[string, MessageOutline[], string[]]>([
    ["no messages", [], []],
    ["a question without an answer", [question("q")], ["q<>"]],
    ["a question with its answer", [question("q"), answer("a", "q")], ["q<>a", "a<q>"]],
    [
      "the newest answer of the last question",
      [question("q"), answer("a", "q"), answer("b", "q")],
      ["q<>a,b", "-a<q>", "b<q>"],
    ],
    [
      "the answer that the next question follows",
      [question("q"), answer("a", "q"), answer("b", "q"), question("r", "a")],
      ["q<>b,a", "-b<q>", "a<q>r", "r<a>"],
    ],
    [
      "the newest answer where the next question follows none, or one of another question",
      [
        question("q"),
        answer("a", "q"),
        answer("b", "q"),
        question("r", "x"),
        answer("c", "r"),
        question("s"),
      ],
      ["q<>a,b", "-a<q>", "b<q>r", "r<b>c", "c<r>s", "s<c>"],
    ],
    [
      "what was written about its answers, below them",
      [question("q"), answer("a", "q"), about("c", "q"), answer("b", "q"), question("r", "a")],
      ["q<>c,b,a", "-b<q>", "a<q>r", "-c<q>", "r<a>"],
    ],
    [
      "a question after one without an answer",
      [question("q"), question("r"), answer("a", "r")],
      ["q<>r", "r<q>a", "a<r>"],
    ],
    [
      "an answer that came after the next question",
      [question("q"), question("r"), answer("b", "r"), answer("a", "q")],
      ["q<>a", "a<q>r", "r<a>b", "b<r>"],
    ],
    ["nothing for an answer without its question", [answer("a", "q"), question("r")], ["r<>"]],
  ])("puts in %s", (_, messages, expected) => {
    expect(shape(messages)).toEqual(expected);
  });

  it("ends at the answer to the last question that was chosen", () => {
    const messages = [question("q"), answer("a", "q"), answer("b", "q")];
    expect(shape(messages, "a")).toEqual(["q<>b,a", "-b<q>", "a<q>"]);
    // A choice for an earlier question says nothing.
    const more = [...messages, question("r"), answer("c", "r")];
    expect(shape(more, "a")).toEqual(["q<>a,b", "-a<q>", "b<q>r", "r<b>c", "c<r>"]);
  });
});

describe("the name of an exported file", () => {
  const now = Date.UTC(2026, 10, 22, 1, 45);
  it.each([
    [null, "chats-2026-11-22.json"],
    ["Where is Rome?", "where-is-rome-2026-11-22.json"],
    ["../../etc/passwd", "etc-passwd-2026-11-22.json"],
    ["???", "chats-2026-11-22.json"],
    ["Où est Ñandú 東京?", "où-est-ñandú-東京-2026-11-22.json"],
    ["x".repeat(41), `${"x".repeat(40)}-2026-11-22.json`],
    [`${"x".repeat(39)}นำ`, `${"x".repeat(39)}-2026-11-22.json`],
    [`${"x".repeat(39)} y`, `${"x".repeat(39)}-2026-11-22.json`],
  ])("for the title %j is %s", (title, name) => {
    expect(fileNameFor(title, "json", now)).toBe(name);
  });
});
