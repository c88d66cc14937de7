import { beforeEach, describe, expect, it } from "vitest";
import type {
  SendMessageResponse,
  OpenAnswerRow,
} from "../../../supabase/functions/_shared/contract.ts";
import { MODEL_IDS } from "../../../supabase/functions/_shared/models.ts";
import {
  SYSTEM_TEXT,
  systemText,
} from "../../../supabase/functions/_shared/providers/answer-stream.ts";
import { conversationWith, givenTo } from "./conversation.ts";
import { setUpDrivenProduct } from "./product.ts";

describe.each(["pglite", "postgres"] as const)("instructions for all models, on %s", (kind) => {
  const our = setUpDrivenProduct(kind);
  const { say } = conversationWith(our);
  const update = (instructions: unknown) => our.post("update_instructions", { instructions });
  const readBack = async (id: string | null) => {
    const query = our.member.client
      .from("instructions")
      .select("content")
      .eq("id", id ?? "");
    return (await query.throwOnError()).data;
  };
  /** Sends a message and returns what the model was told before the conversation, and the reply. */
  const ask = async (body: object) => {
    const sending = our.product.post("send_message", body, our.member);
    const call = await our.provider.answerNext("Good.");
    const { aiMessage } = (await sending).body as SendMessageResponse;
    const [first, ...rest] = call.request.messages;
    expect(rest.map(({ role }) => role)).not.toContain("system");
    return { told: first, reply: aiMessage, given: givenTo(call) };
  };

  beforeEach(async () => {
    await update("");
  });

  it.each(MODEL_IDS)(
    "%s is given a member's instructions before the conversation, from the next message on [instructions.given]",
    async (model) => {
      const chatId = await our.emptyChat();
      const before = await ask({ chatId, message: "First?", model });
      expect(before.told).toEqual({ role: "system", content: SYSTEM_TEXT });
      expect(before.reply.instructions_id).toBeNull();

      await update("Answer in Dutch.\nCall me Ada.");
      const after = await ask({ chatId, message: "Second?", model });
      const content = systemText("Answer in Dutch.\nCall me Ada.");
      expect(content).toContain(`${SYSTEM_TEXT}\n\n`);
      expect(after.told).toEqual({ role: "system", content });
      expect(after.given).toEqual(["First?", "Good.", "Second?"]);
    },
  );

  it("a reply names the instructions it was given, which only its member can read, also after a change [instructions.known]", async () => {
    const chatId = await our.emptyChat();
    await update("Be short.");
    const first = await ask({ chatId, message: "First?" });
    await update("Be long.");
    const second = await ask({ chatId, message: "Second?" });
    await update("Be short.");
    const third = await ask({ chatId, message: "Third?" });
    await update("");
    const fourth = await ask({ chatId, message: "Fourth?" });
    const ids = [first, second, third, fourth].map(({ reply }) => reply.instructions_id);
    expect(ids[2]).toBe(ids[0]);
    expect(ids[1]).not.toBe(ids[0]);
    expect(ids[3]).toBeNull();
    expect(await readBack(ids[0] ?? null)).toEqual([{ content: "Be short." }]);
    expect(await readBack(ids[1] ?? null)).toEqual([{ content: "Be long." }]);
    const stranger = await our.product.member();
    const { data } = await stranger.client.from("instructions").select("*");
    expect(data).toEqual([]);
  });

  it("an unfinished reply names the instructions it was given [instructions.known]", async () => {
    await update("Be brave.");
    const chatId = await our.emptyChat();
    const sending = our.post("send_message", { chatId, message: "Well?" });
    const call = await our.provider.next();
    call.write("Half a reply");
    call.cut();
    await sending;
    const { data } = await our.member.client.rpc("open_answers", { p_chat_id: chatId });
    const [row] = data as OpenAnswerRow[];
    expect(row?.status).toBe("failed");
    expect(await readBack(row?.instructions_id ?? null)).toEqual([{ content: "Be brave." }]);
  });

  it("a comparison is written without the instructions [instructions.compares]", async () => {
    await update("Answer in rhymes.");
    const chatId = await our.emptyChat();
    const question = { chatId, messageId: crypto.randomUUID(), message: "Which day?" };
    const { aiMessage } = await say(question, "Monday.");
    const about = { ...question, answerId: crypto.randomUUID(), compares: [aiMessage.id] };
    const { told, reply } = await ask({ ...about, model: "grok" });
    expect(told).toEqual({ role: "system", content: SYSTEM_TEXT });
    expect(reply).toMatchObject({ compares: [aiMessage.id], instructions_id: null });
  });

  it("update_instructions needs a session but no membership, returns the stored text, and removes it when empty [calls.update-instructions]", async () => {
    await our.sql(
      "update public.users set membership_status = 'expired' where id = $1",
      our.member.id,
    );
    const kept = () =>
      our.sql("select instructions from public.users where id = $1", our.member.id);
    expect(await update("  Be kind.\n")).toMatchObject({
      status: 200,
      body: { instructions: "Be kind." },
    });
    expect(await kept()).toEqual([{ instructions: "Be kind." }]);
    expect(await update(" \n")).toMatchObject({ status: 200, body: { instructions: "" } });
    expect(await kept()).toEqual([{ instructions: null }]);
    await our.sql(
      "update public.users set membership_status = 'active' where id = $1",
      our.member.id,
    );
  });

  it("update_instructions takes 2,000 characters, and refuses more and what is no text [calls.update-instructions]", async () => {
    // Two code units for each letter, and one letter for the database.
    const longest = "𝒳".repeat(1_000);
    expect(await update(longest)).toMatchObject({ body: { instructions: longest } });
    for (const wrong of [`${longest}x`, null, 1, ["x"], "a\0b", undefined]) {
      const { status, body } = await update(wrong);
      expect([status, body]).toEqual([400, { error: expect.any(String), code: "invalid_request" }]);
    }
    expect(
      await our.sql("select instructions from public.users where id = $1", our.member.id),
    ).toEqual([{ instructions: longest }]);
  });
});
