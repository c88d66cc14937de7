import { describe, expect, it } from "vitest";
import { readTree, type MessageTree, type TreeNode } from "#features/import/message-tree.ts";
import { chatsIn, linesOf, shownChat } from "../../../support/chat-readings.ts";

type Given = Partial<TreeNode> & { id: string };

/** `q…` are questions, all others replies. Each says its id, and stands below the one before it. */
const nodesOf = (...given: readonly Given[]): TreeNode[] =>
  given.map((one, index) => {
    const node: TreeNode = {
      id: one.id,
      parent: given[index - 1]?.id ?? null,
      role: one.id.startsWith("q") ? "user" : "assistant",
      content: `says ${one.id}`,
      createdAt: `2024-05-13T09:30:${String(index).padStart(2, "0")}.000000Z`,
    };
    return Object.assign(node, one);
  });

const treeOf = (nodes: readonly TreeNode[], more: Partial<MessageTree> = {}): MessageTree => ({
  source: "librechat",
  id: "chat",
  title: "A title",
  createdAt: null,
  model: null,
  nodes,
  shown: nodes.at(-1)?.id ?? null,
  ...more,
});
const read = (nodes: readonly TreeNode[], more: Partial<MessageTree> = {}) =>
  readTree(treeOf(nodes, more));
const idsOf = (nodes: readonly TreeNode[], more: Partial<MessageTree> = {}) =>
  chatsIn(read(nodes, more)).map(({ key, messages }) => [key, messages.map((it) => it.key)]);

describe("a tree of messages", () => {
  it("without branches is one chat, with each reply to its question [import.paths]", () => {
    const chat = shownChat(read(nodesOf({ id: "q1" }, { id: "a1" }, { id: "q2" }, { id: "a2" })));
    expect(chat).toMatchObject({ key: "chat", title: "A title", isBranch: false, notes: [] });
    expect(chat.messages.map(({ key, role, replyTo }) => [key, role, replyTo])).toEqual([
      ["q1", "user", undefined],
      ["a1", "assistant", "q1"],
      ["q2", "user", undefined],
      ["a2", "assistant", "q2"],
    ]);
    expect(chat.messages.some(({ chosen }) => chosen)).toBe(false);
  });

  it("shows the path to the shown node, and offers the edited question as a chat of its own [import.paths]", () => {
    const nodes = nodesOf(
      { id: "q1" },
      { id: "a1" },
      { id: "q2" },
      { id: "a2" },
      { id: "q3", parent: "a1" },
      { id: "a3" },
    );
    const [shown, branch, ...rest] = chatsIn(read(nodes));
    expect(shown).toMatchObject({ key: "chat:q3", isBranch: false });
    expect(shown?.messages.map(({ key }) => key)).toEqual(["q1", "a1", "q3", "a3"]);
    // By what sets it apart.
    expect(branch).toMatchObject({ key: "chat", title: "says q2", isBranch: true });
    expect(branch?.messages.map(({ key }) => key)).toEqual(["q1", "a1", "q2", "a2"]);
    expect(rest).toEqual([]);
  });

  it("has the same keys whichever path was shown, and after it has grown [import.paths]", () => {
    const nodes = nodesOf(
      { id: "q1" },
      { id: "a1" },
      { id: "q2" },
      { id: "a2" },
      { id: "q3", parent: "a1" },
      { id: "a3" },
      { id: "q4", parent: "a3" },
    );
    const keys = (shown: string, all = nodes) =>
      new Map(
        chatsIn(read(all, { shown })).map(({ key, messages }) => [messages.at(-1)?.key, key]),
      );
    expect(keys("a2")).toEqual(keys("q4"));
    const grown = [
      ...nodes,
      ...nodesOf({ id: "q5", parent: "a3", createdAt: "2024-05-14T00:00:00.000000Z" }),
    ];
    expect(keys("q5", grown)).toEqual(
      new Map([
        ["a2", "chat"],
        ["q4", "chat:q3"],
        ["q5", "chat:q5"],
      ]),
    );
  });

  it("shows the path of the newest leaf where the shown node is missing or nowhere [import.paths]", () => {
    const nodes = nodesOf(
      { id: "q1" },
      { id: "a1" },
      { id: "q2", createdAt: "2024-06-01T00:00:00.000000Z" },
      { id: "q3", parent: "a1" },
    );
    for (const shown of [null, "nowhere"]) {
      expect(idsOf(nodes, { shown })[0]).toEqual(["chat:q2", ["q1", "a1", "q2"]]);
    }
  });

  it("goes on below a shown node in its middle, so that nothing is lost [import.paths]", () => {
    const nodes = nodesOf({ id: "q1" }, { id: "a1" }, { id: "q2" }, { id: "a2" });
    expect(idsOf(nodes, { shown: "a1" })).toEqual([["chat", ["q1", "a1", "q2", "a2"]]]);
  });

  it("with several replies to a question has all of them, the shown one chosen [import.paths]", () => {
    const nodes = nodesOf(
      { id: "q1" },
      { id: "a1" },
      { id: "a2", parent: "q1" },
      { id: "a3", parent: "q1" },
      { id: "q2", parent: "a2" },
      { id: "b1", parent: "q2" },
      { id: "b2", parent: "q2" },
    );
    const { messages } = shownChat(read(nodes, { shown: "b1" }));
    expect(messages.map(({ key, replyTo, chosen }) => [key, replyTo, chosen])).toEqual([
      ["q1", undefined, undefined],
      ["a1", "q1", undefined],
      ["a2", "q1", true],
      ["a3", "q1", undefined],
      ["q2", undefined, undefined],
      ["b1", "q2", true],
      ["b2", "q2", undefined],
    ]);
    const newest = shownChat(read(nodes, { shown: null })).messages;
    expect(newest.filter(({ chosen }) => chosen).map(({ key }) => key)).toEqual(["a2", "b2"]);
  });

  it("makes one reply of the nodes between two questions [import.reply-nodes]", () => {
    const nodes = nodesOf(
      { id: "q1" },
      { id: "thought", content: "", leftOut: { thought: 1 } },
      { id: "a1" },
      { id: "call", content: " \n", leftOut: { "tool step": 1 } },
      { id: "a2", more: { providerModel: "gpt-4o" } },
      { id: "end", content: "" },
    );
    const chat = shownChat(read(nodes));
    expect(linesOf(chat)).toEqual(["user: says q1", "assistant: says a1\n\nsays a2"]);
    expect(chat.messages[1]).toMatchObject({ key: "a2", replyTo: "q1", providerModel: "gpt-4o" });
    expect(chat.leftOut).toEqual({ thought: 1, "tool step": 1 });
  });

  it("has a reply twice where it continues beside a question that follows it [import.reply-nodes]", () => {
    const nodes = nodesOf({ id: "q1" }, { id: "a1" }, { id: "a2" }, { id: "q2", parent: "a1" });
    expect(linesOf(shownChat(read(nodes)))).toEqual([
      "user: says q1",
      "assistant: says a1",
      "assistant: says a1\n\nsays a2",
      "user: says q2",
    ]);
  });

  it("cuts a text that would not fit into a request, behind what the server keeps [import.any-file]", () => {
    const content = "x".repeat(300_000);
    const nodes = nodesOf({ id: "q1", content }, { id: "a1", content }, { id: "a2", content });
    const lengths = shownChat(read(nodes)).messages.map((message) => message.content.length);
    expect(lengths).toEqual([250_000, 250_000]);
    const short = nodesOf({ id: "q1" }, { id: "a1", content: "x".repeat(249_998) }, { id: "a2" });
    expect(shownChat(read(short)).messages[1]?.content).toHaveLength(250_000);
  });

  it("has no reply to a question whose replies are empty [import.reply-nodes]", () => {
    expect(idsOf(nodesOf({ id: "q1" }, { id: "a1", content: "" }, { id: "q2" }))).toEqual([
      ["chat", ["q1", "q2"]],
    ]);
  });

  it("keeps both of two questions in a row [import.reply-nodes]", () => {
    const chat = shownChat(read(nodesOf({ id: "q1" }, { id: "q2" }, { id: "a2" })));
    expect(chat.messages.map(({ key, replyTo }) => [key, replyTo])).toEqual([
      ["q1", undefined],
      ["q2", undefined],
      ["a2", "q2"],
    ]);
  });

  it("that begins with a reply has that reply without a question [import.reply-nodes]", () => {
    const nodes = nodesOf(
      { id: "root", content: "" },
      { id: "a0" },
      { id: "a00" },
      { id: "q1" },
      { id: "a1" },
    );
    const chat = shownChat(read(nodes));
    expect(chat.messages.map(({ key, replyTo }) => [key, replyTo])).toEqual([
      ["a00", undefined],
      ["q1", undefined],
      ["a1", "q1"],
    ]);
  });

  it("ends a reply where a person did something that is not shown [import.reply-nodes]", () => {
    const nodes = nodesOf(
      { id: "q1" },
      { id: "q-hidden", content: "" },
      { id: "a1" },
      { id: "q-timer", content: "" },
      { id: "a2" },
      { id: "q-context", content: "" },
      { id: "q2" },
    );
    const [chat, ...others] = chatsIn(read(nodes));
    expect(chat?.messages.map(({ key, replyTo }) => [key, replyTo])).toEqual([
      ["q1", undefined],
      ["a1", "q1"],
      ["a2", undefined],
      ["q2", undefined],
    ]);
    expect(others).toEqual([]);
  });

  it("without any message is none [import.paths]", () => {
    const none = { chats: [] };
    expect(read([])).toEqual(none);
    expect(read(nodesOf({ id: "q1", content: "" }, { id: "a1", content: "\u200B" }))).toEqual(none);
  });

  it("is read with its root not first, with several roots, and with parents in a circle [import.broken-trees]", () => {
    const nodes = nodesOf({ id: "q1" }, { id: "a1" }, { id: "q2" }, { id: "a2" });
    expect(idsOf(nodes.toReversed(), { shown: "a2" })).toEqual([
      ["chat", ["q1", "a1", "q2", "a2"]],
    ]);
    const moved = (id: string, parent: string) =>
      nodes.flatMap((node) => (node.id === id ? [{ ...node, parent }] : [node]));
    const parted = moved("q2", "gone");
    expect(idsOf(parted)).toEqual([
      ["chat:q2", ["q2", "a2"]],
      ["chat", ["q1", "a1"]],
    ]);
    expect(idsOf(moved("q1", "a2"))).toEqual([["chat", ["q1", "a1", "q2", "a2"]]]);
    const alone = nodesOf({ id: "q1", parent: "q1" }, { id: "a1" });
    expect(idsOf(alone)).toEqual([["chat", ["q1", "a1"]]]);
  });

  it("keeps twelve replies to a question with the shown one among them, and counts the others [import.chosen]", () => {
    const all = Array.from({ length: 15 }, (_, at) => ({ id: `a${at}`, parent: "q1" }));
    const nodes = nodesOf({ id: "q1" }, ...all);
    const newest = shownChat(read(nodes));
    const first = ["q1", ...all.slice(0, 11).map(({ id }) => id)];
    expect(newest.messages.map(({ key }) => key)).toEqual([...first, "a14"]);
    expect(newest.messages.at(-1)?.chosen).toBe(true);
    expect(newest.notes).toEqual(["3 replies were left out: a message has 12 at most."]);
    const older = shownChat(read(nodes.slice(0, 14), { shown: "a3" }));
    expect(older.messages.map(({ key }) => key)).toEqual([...first, "a11"]);
    expect(older.messages.filter(({ chosen }) => chosen).map(({ key }) => key)).toEqual(["a3"]);
    expect(older.notes).toEqual(["1 reply was left out: a message has 12 at most."]);
    expect(shownChat(read(nodes.slice(0, 13))).notes).toEqual([]);
  });

  it("has the key of its first question where the source has no id [import.paths]", () => {
    const nodes = nodesOf({ id: "root", content: "" }, { id: "q1" }, { id: "a1" });
    expect(idsOf(nodes, { id: null })[0]?.[0]).toBe("q1");
  });

  it("has keys that the server takes, whatever the source's ids are [import.paths]", () => {
    const ids = ["q\0", "a".repeat(5000), "q\uD800", "a1", "q".repeat(300)];
    const nodes = nodesOf(...ids.map((id, index) => ({ id, parent: index > 0 ? "q\0" : null })));
    const chats = chatsIn(read(nodes, { id: "c".repeat(1000) }));
    const keys = chats.flatMap(({ key, messages }) => [key, ...messages.map((it) => it.key)]);
    expect(keys.filter((key) => key.length > 200 || !/^[\w:-]+$/.test(key))).toEqual([]);
    expect(new Set(chats.map(({ key }) => key)).size).toBe(chats.length);
  });

  it("is read with a million nodes below one [import.any-file]", () => {
    const ids = Array.from({ length: 1_000_000 }, (_, at) => ({ id: `a${at}`, parent: "q" }));
    expect(
      shownChat(
        read([
          ...nodesOf({ id: "q" }),
          ...ids.map((node) =>
            Object.assign(node, { role: "assistant" as const, content: "x", createdAt: null }),
          ),
        ]),
      ).messages.length,
    ).toBeLessThan(200);
  });

  it("of 100,000 nodes in one line, or with as many branches, is read at once [import.any-file]", () => {
    const line = nodesOf(
      ...Array.from({ length: 100_000 }, (_, at) => ({ id: `${at % 2 ? "a" : "q"}${at}` })),
    );
    const begin = performance.now();
    expect(shownChat(read(line)).messages).toHaveLength(100_000);
    const deep = line.flatMap((node) =>
      node.role === "user" ? [node, { ...node, id: `${node.id}b` }] : [node],
    );
    const chats = chatsIn(read(deep, { shown: "a99999" }));
    expect(chats[0]?.messages).toHaveLength(100_000);
    expect(chats.reduce((sum, { messages }) => sum + messages.length, 0)).toBeLessThan(300_000);
    expect(chats[0]?.notes).toHaveLength(1);
    const replies = nodesOf(
      { id: "q" },
      ...Array.from({ length: 50_000 }, (_, at) => ({ id: `a${at}` })),
    ).flatMap((node) => [node, { ...node, id: `${node.id}x`, parent: node.id, content: "x" }]);
    expect(shownChat(read(replies)).messages.length).toBeLessThan(200);
    // Far above what it takes, and far below what a walk of each path from the root would.
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});
