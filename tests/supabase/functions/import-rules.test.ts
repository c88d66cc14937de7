import { expect, it } from "vitest";
import { importedChat } from "../../../supabase/functions/_shared/contract.ts";
import { slicesOf, tidyChat } from "../../../supabase/functions/import_chats/import-rules.ts";

const chatOf = (messages: object[], more: object = {}) =>
  tidyChat(
    importedChat.parse({
      key: "chat",
      messages: messages.map((message, at) => ({
        key: `${at}`,
        role: "user",
        content: `${at}`,
        ...message,
      })),
      ...more,
    }),
  );

it("a chat is stored a hundred messages or 256 KiB at a time, whole and in its order [import.turns]", () => {
  const sizes = (contents: string[]) => {
    const { messages } = chatOf(contents.map((content) => ({ content })));
    const slices = slicesOf(messages);
    expect(slices.flat()).toEqual(messages);
    return slices.map(({ length }) => length);
  };
  expect(sizes(Array.from({ length: 250 }, () => "a"))).toEqual([100, 100, 50]);
  const half = "x".repeat(128 * 1024);
  expect(sizes([half, half, "a"])).toEqual([2, 1]);
  expect(sizes([half, half.slice(1), "a", "b"])).toEqual([3, 1]);
  expect(sizes(["é".repeat(100_000), "é".repeat(100_000)])).toEqual([1, 1]);
  expect(slicesOf([])).toEqual([]);
});

it("a question is trimmed like one written here, and a reply is kept as it was [import.texts]", () => {
  const contents = (role: string, ...all: string[]) =>
    chatOf(all.map((content) => ({ role, content }))).messages.map(({ content }) => content);
  expect(contents("user", "\n  Where?\n\n", "a\u200b ", " \0b")).toEqual([
    "Where?",
    "a\u200b",
    "b",
  ]);
  expect(contents("assistant", "  - Here\n")).toEqual(["  - Here\n"]);
  const { messages, notes } = chatOf([{ content: `${"x".repeat(199_999)} y` }]);
  expect(messages[0]?.content).toBe("x".repeat(199_999));
  expect(notes).toEqual(["1 message was cut after 200 kB."]);
});

it("a title is on one line, cut between letters where 200 characters end [import.texts]", () => {
  const titleOf = (title: string) => chatOf([{}], { title }).title;
  expect(titleOf("\r\n \u2028 A \t title\u2029more")).toBe("A title more");
  expect(titleOf("x".repeat(200))).toBe("x".repeat(200));
  expect(titleOf("x".repeat(201))).toBe("x".repeat(200));
  expect(titleOf(`${"x".repeat(199)}👍more`)).toBe("x".repeat(199));
  expect(titleOf(`a${"\u0301".repeat(300)}`)).toBe(`a${"\u0301".repeat(199)}`);
  expect(titleOf("<b>bold</b>")).toBe("<b>bold</b>");
  expect(titleOf("\u200b")).toBe("0");
});

it("instructions are trimmed as they are stored, and a comparison cannot be the chosen reply [import.about] [import.instructions]", () => {
  const given = (message: object) => chatOf([{ role: "assistant", ...message }]).messages[0];
  const instructions = (text: string | null) => given({ instructions: text })?.instructions;
  expect(instructions(" Be\0 brief.\n\ud800 ")).toBe("Be brief.\n\ufffd");
  expect(instructions("x".repeat(2_001))).toBe("x".repeat(2_000));
  expect(["", " \u200b", null].map(instructions)).toEqual([null, null, null]);
  expect(given({ compares: ["a"], chosen: true })).toMatchObject({
    compares: ["a"],
    chosen: false,
  });
  const { messages } = chatOf([{ compares: ["a"], instructions: "x" }]);
  expect(messages).toMatchObject([{ compares: null, instructions: null }]);
});

it("only times after 1970 are taken, and a first message without one has the chat's [import.times]", () => {
  const times = (createdAt: (string | undefined)[], more: object = {}) =>
    chatOf(
      createdAt.map((at) => ({ createdAt: at })),
      more,
    ).messages.map((message) => message.createdAt);
  const [day, later] = ["2024-01-01T00:00:00Z", "2024-01-02T00:00:00.123456Z"];
  expect(times([day, later])).toEqual([day, later]);
  expect(times(["2024-01-01T02:00:00+02:00"])).toEqual(["2024-01-01T00:00:00.000Z"]);
  expect(times(["2024-01-01T00:00:00.1234567Z"])).toEqual(["2024-01-01T00:00:00.123Z"]);
  expect(times(["1970-01-01T00:00:00Z", later])).toEqual([later, later]);
  expect(times([undefined, later], { createdAt: day })).toEqual([day, later]);
  expect(times([undefined, later], { after: "x" })).toEqual([null, later]);
  expect(times([undefined, undefined])).toEqual([null, null]);
});
