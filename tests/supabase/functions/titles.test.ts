import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { StreamEvent } from "../../../supabase/functions/_shared/contract.ts";
import { MODEL_IDS } from "../../../supabase/functions/_shared/models.ts";
import { STREAM_LIMITS } from "../../../supabase/functions/_shared/providers/stream-limits.ts";
import { namingLimits } from "../../../supabase/functions/_shared/turn/name-chat.ts";
import {
  chatName,
  NAMING,
  namingMessage,
} from "../../../supabase/functions/_shared/turn/name-rules.ts";
import {
  type ProviderCall,
  startScriptedProvider,
} from "../../support/providers/scripted-provider.ts";
import { newIds, setUpDrivenProduct, startProduct } from "./product.ts";

const LONG = "How do I carry a cello on a night train from Vienna to Rome without a reservation?";
const FIRST_LINE = "How do I carry a cello on a night train from Vienna to Rome…";
const NAME = "Cello on the night train";

const typesOf = (events: readonly StreamEvent[]) => events.map(({ type }) => type);

describe.each(["pglite", "postgres"] as const)("the name of a chat, on %s", (kind) => {
  const our = setUpDrivenProduct(kind);
  const titleOf = async (chatId: string) => {
    const [chat] = await our.sql<{ title: string }>(
      "select title from public.chats where id = $1",
      chatId,
    );
    return chat?.title;
  };
  const start = (ids: object, onEvent?: (event: StreamEvent) => void) =>
    our.product.stream("start_chat", { ...ids, message: LONG }, our.member, onEvent);
  const newestLog = () => our.product.log.at(-1);

  beforeEach(() => {
    our.provider.scriptNames("by hand");
    our.provider.forget();
  });

  it.each(MODEL_IDS)(
    "%s names its chat beside the reply, whose text comes first, and the name comes in the stream [titles.made] [titles.beside]",
    async (model) => {
      const ids = newIds();
      const started = Promise.withResolvers<StreamEvent>();
      const streaming = start({ ...ids, model }, (event) => {
        if (event.type === "delta") started.resolve(event);
      });
      const call = await our.provider.next();
      const naming = await our.provider.nextName();
      expect(naming.request.messages).toEqual([
        { role: "system", content: NAMING },
        { role: "user", content: namingMessage(LONG) },
      ]);
      expect(naming.request.path).toBe(call.request.path);
      expect(naming.request.model).toBe(call.request.model);
      call.write("In its own ");
      await started.promise;
      expect(await titleOf(ids.chatId)).toBe(FIRST_LINE);
      naming.end(`"${NAME}."`);
      await expect.poll(() => titleOf(ids.chatId)).toBe(NAME);
      call.end("compartment.");
      const events = await streaming;
      expect(typesOf(events)).toEqual(["user_message", "delta", "title", "delta", "ai_message"]);
      expect(events[2]).toEqual({ type: "title", title: NAME });
      await expect.poll(newestLog).toMatchObject({
        titleInputTokens: expect.any(Number),
        titleOutputTokens: expect.any(Number),
      });
      const usage = await our.sql(
        "select used from private.usage where user_id = $1 and kind = 'turns_day'",
        our.member.id,
      );
      const turns = await our.sql(
        "select from public.messages where user_id = $1 and role = 'user'",
        our.member.id,
      );
      expect(usage).toEqual([{ used: turns.length }]);
    },
  );

  it("a reply does not wait for the name, which is stored when it comes later [titles.beside]", async () => {
    const ids = newIds();
    const streaming = start(ids);
    await our.provider.answerNext("In its own compartment.");
    const naming = await our.provider.nextName();
    expect(typesOf(await streaming)).toEqual(["user_message", "delta", "ai_message"]);
    expect(await titleOf(ids.chatId)).toBe(FIRST_LINE);
    naming.end(NAME);
    await expect.poll(() => titleOf(ids.chatId)).toBe(NAME);
  });

  it.each([
    ["fails", (call: ProviderCall) => call.fail(500)],
    ["is empty", (call: ProviderCall) => call.end("")],
    [
      // With a word of it, which alone would be a name.
      "is refused by how it ends",
      (call: ProviderCall) => {
        call.write(NAME);
        call.refuse("ending");
      },
    ],
    ["is refused in words", (call: ProviderCall) => call.refuse("words")],
    [
      "breaks off",
      (call: ProviderCall) => {
        call.write("Cello on");
        call.cut();
      },
    ],
    [
      "is a sentence",
      (call: ProviderCall) => call.end("I am sorry, but I cannot help you with that."),
    ],
  ])(
    "where the name %s the first line stays, and the reply is complete [titles.first-line]",
    async (_, end) => {
      for (const model of MODEL_IDS) {
        const ids = newIds();
        const streaming = start({ ...ids, model });
        const call = await our.provider.next();
        end(await our.provider.nextName());
        call.end("In its own compartment.");
        expect(typesOf(await streaming)).toEqual(["user_message", "delta", "ai_message"]);
        expect(await titleOf(ids.chatId)).toBe(FIRST_LINE);
      }
      expect(our.provider.nameRequests()).toHaveLength(MODEL_IDS.length);
    },
  );

  it("a name that the person gave meanwhile stays, also if it is the first line [titles.persons]", async () => {
    for (const title of ["My own name", FIRST_LINE]) {
      const ids = newIds();
      const streaming = start(ids);
      const call = await our.provider.next();
      const naming = await our.provider.nextName();
      const renamed = await our.post("update_chat", { chatId: ids.chatId, title });
      expect(renamed.status).toBe(200);
      naming.end(NAME);
      await naming.closed;
      call.end("In its own compartment.");
      expect(typesOf(await streaming)).not.toContain("title");
      expect(await titleOf(ids.chatId)).toBe(title);
    }
  });

  it("a name is asked for only where the first message is longer than its title, and once for four answers [titles.made]", async () => {
    our.provider.scriptNames({ text: NAME });
    let asked = 0;
    // One that should not have been made is noticed at the next step.
    const expectAsked = async (more: number, name: "start_chat" | "send_message", body: object) => {
      await our.answered(name, body, "Good.");
      asked += more;
      await expect.poll(() => our.provider.nameRequests().length).toBe(asked);
    };
    await expectAsked(0, "start_chat", { message: "Where is Rome?" });
    await expectAsked(1, "start_chat", { message: "Where is Rome?\nAnd Paris?" });
    const ids = newIds();
    await expectAsked(1, "start_chat", { ...ids, message: LONG });
    await expect.poll(() => titleOf(ids.chatId)).toBe(NAME);
    await expectAsked(0, "send_message", { chatId: ids.chatId, message: LONG });
    const chatId = await our.emptyChat();
    const together = [
      { answerId: crypto.randomUUID(), model: "grok" },
      { answerId: crypto.randomUUID(), model: "claude-4" },
    ];
    const question = { chatId, messageId: crypto.randomUUID(), message: LONG };
    const [first, second] = together;
    await expectAsked(1, "send_message", { ...question, ...first, together });
    await expectAsked(0, "send_message", { ...question, ...second });
    const last = newIds();
    await expectAsked(1, "start_chat", { ...last, message: LONG });
    // A database that is closed in the middle of it never ends.
    await expect.poll(() => titleOf(last.chatId)).toBe(NAME);
  });
});

describe("a model that says nothing to a question for a name", () => {
  it("is given up after the time for a name, and the first line stays [titles.first-line]", async () => {
    const provider = await startScriptedProvider();
    onTestFinished(provider.stop);
    provider.scriptNames("by hand");
    const product = await startProduct("pglite", { ...provider.env, NAMING_MS: "3000" });
    onTestFinished(product.stop);
    // A busy machine takes a while to ask: within less time the question would not have come.
    const streaming = product.stream("start_chat", { message: LONG }, await product.member());
    const naming = await provider.nextName();
    await naming.closed;
    expect(typesOf(await streaming)).not.toContain("title");
    await expect.poll(() => product.log.at(-1)).toMatchObject({ titleFailure: "timeout" });
    expect(await product.backend.sql("select title from public.chats")).toEqual([
      { title: FIRST_LINE },
    ]);
    expect(provider.nameRequests()).toHaveLength(1);
  });
});

describe("TITLES=off", () => {
  it("asks no model for a name, and the first line stays [titles.off]", async () => {
    const provider = await startScriptedProvider();
    const product = await startProduct("pglite", { ...provider.env, TITLES: "off" });
    try {
      provider.scriptNames({ text: NAME });
      const { body } = await product.post("start_chat", { message: LONG }, await product.member());
      expect(body).toMatchObject({ chat: { title: FIRST_LINE } });
      expect(provider.nameRequests()).toEqual([]);
    } finally {
      await product.stop();
      await provider.stop();
    }
  });
});

describe("what a name may cost", () => {
  it("is one try of 20 s at most, and less where the worker ends before or replies have less [titles.first-line]", () => {
    const limits = { ...STREAM_LIMITS, totalMs: 140_000 };
    const workerMs = Number.POSITIVE_INFINITY;
    expect(namingLimits(limits, workerMs)).toMatchObject({ totalMs: 20_000, tries: 1 });
    expect(namingLimits({ ...limits, totalMs: 3_000 }, workerMs).totalMs).toBe(3_000);
    expect(namingLimits(limits, 12_000).totalMs).toBeLessThan(12_000);
  });
});

describe("a name that a model wrote", () => {
  it.each([
    ["plain", "Cello on the night train", NAME],
    ["in quotation marks, with a full stop", "“Cello on the night train.”\n", NAME],
    ["with a full stop within them", "'Cello on the night train.'", NAME],
    ["as a heading, in bold", "# **Cello on the night train**", NAME],
    ["in Chinese", "「夜行列车上的大提琴」。", "夜行列车上的大提琴"],
    ["with an apostrophe", "Vienna's night train", "Vienna's night train"],
    [
      "of eight words",
      "one two three four five six seven eight",
      "one two three four five six seven eight",
    ],
    ["of nine words", "one two three four five six seven eight nine", null],
    ["of eighty characters without a space", "夜".repeat(80), "夜".repeat(80)],
    ["of one more", "夜".repeat(81), null],
    ["with an explanation below", "Cello on the train\n\nI chose this name because", null],
    ["empty", ' ".." \n', null],
    ["of signs that nobody sees", "\u200B", null],
  ])("%s is tidied, or is none [titles.made]", (_, written, name) => {
    expect(chatName(written)).toBe(name);
  });

  it("is made from the first 2,000 characters of the message", () => {
    expect(namingMessage("🙂".repeat(3_000)).split("🙂")).toHaveLength(2_001);
  });
});
