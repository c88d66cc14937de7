import { describe, expect, it } from "vitest";
import { newIds, setUpDrivenProduct } from "./driven-product.ts";

const PATIENT = { timeout: 30_000 };

describe("a reply on its way", () => {
  const our = setUpDrivenProduct("postgres");

  it("can be read by its owner alone, piece by piece, and is stored whole in their place [reply.pieces]", async () => {
    const body = { ...newIds(), answerId: crypto.randomUUID(), message: "Take your time" };
    const sending = our.product.post("start_chat", body, our.member);
    const call = await our.provider.next();
    const stranger = await our.product.member();
    const read = async ({ client } = our.member) => {
      const { data } = await client
        .from("pieces")
        .select("content")
        .eq("answer_id", body.answerId)
        .order("position");
      return (data ?? []).map(({ content }) => content).join("");
    };
    call.write("It was ");
    await expect.poll(() => read(), PATIENT).toBe("It was ");
    call.write("a dark ");
    call.write("and stormy ");
    await expect.poll(() => read(), PATIENT).toBe("It was a dark and stormy ");
    expect(await read(stranger)).toBe("");
    call.write("night.");
    call.finish();
    expect(await sending).toMatchObject({
      status: 200,
      body: { aiMessage: { id: body.answerId, content: "It was a dark and stormy night." } },
    });
    expect(await read()).toBe("");
    expect(await our.product.backend.sql("select * from public.attempts")).toEqual([]);
  });

  it("that breaks off keeps its text, and what the person was told, until a new try has some text [reply.unfinished]", async () => {
    const body = { ...newIds(), answerId: crypto.randomUUID(), message: "Try" };
    const attempt = async () =>
      (
        await our.product.backend.sql(
          "select failure, failure_text as told, content, claimed_until is not null as running from public.attempts where id = $1",
          body.answerId,
        )
      )[0];
    const first = our.product.post("start_chat", body, our.member);
    const call = await our.provider.next();
    call.write("Half an");
    call.cut();
    const { status, body: refusal } = await first;
    const told = (refusal as { error: string }).error;
    expect([status, told]).toEqual([502, expect.stringContaining("ChatGPT 4")]);
    const broken = { failure: "provider_failed", told, content: "Half an", running: false };
    expect(await attempt()).toEqual(broken);

    const second = our.product.post("start_chat", body, our.member);
    const again = await our.provider.next();
    const running = { failure: null, told: null, running: true };
    expect(await attempt()).toEqual({ ...running, content: "Half an" });
    again.write("Whole");
    await expect.poll(attempt, PATIENT).toEqual({ ...running, content: null });
    again.finish();
    expect(await second).toMatchObject({ body: { aiMessage: { content: "Whole" } } });
    expect(await attempt()).toBeUndefined();
  });
});
