import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ArgumentsOf, Backend } from "../../../supabase/functions/_shared/database/backend.ts";
import type { Begun, Outcome } from "../../../supabase/functions/_shared/database/outcomes.ts";
import { databaseFault } from "../../../supabase/functions/_shared/refusal.ts";
import { startRequestLog } from "../../../supabase/functions/_shared/request-log.ts";
import { type Cut, keepClaim } from "../../../supabase/functions/_shared/turn/keep-claim.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Renewed = Outcome<"renew_turn">;
const TURN = { chat: { user_id: "ann" }, answer: { id: "a1" }, claim: "c1" } as Begun;

/** A claim over a database that answers as `answers` say, one after the other, and then that the turn runs. */
function setUp(...answers: (() => Renewed | Promise<Renewed>)[]) {
  const sent: ({ position: number; content: string } | undefined)[] = [];
  const cuts: Cut[] = [];
  const log: unknown[] = [];
  const call = async (
    name: "renew_turn",
    { p_position: position, p_piece: content, ...claim }: ArgumentsOf<"renew_turn">,
  ): Promise<Renewed> => {
    const expected = { p_user_id: "ann", p_answer_id: "a1", p_claim_id: "c1" };
    expect([name, claim]).toEqual(["renew_turn", { ...expected, p_lease: "20 seconds" }]);
    sent.push(position && content ? { position, content } : undefined);
    return (answers[sent.length - 1] ?? (() => ({ outcome: "running" })))();
  };
  const line = startRequestLog((fields) => log.push(fields), {});
  const backend = { call } as unknown as Backend;
  const claim = keepClaim(backend, TURN, (cut) => cuts.push(cut), line);
  return { claim, sent, cuts, line, log };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

describe("a claim on an answer", () => {
  it("is renewed a second after the first text and every three seconds, each time with the text that is new [reply.pieces]", async () => {
    const { claim, sent } = setUp();
    claim.add("one ");
    claim.add("two ");
    await seconds(0.9);
    expect(sent).toEqual([]);
    await seconds(0.1);
    expect(sent).toEqual([{ position: 1, content: "one two " }]);
    claim.add("three");
    await seconds(1.9);
    expect(sent).toHaveLength(1);
    await seconds(0.1);
    await seconds(3);
    expect(sent).toEqual([
      { position: 1, content: "one two " },
      { position: 2, content: "three" },
      undefined,
    ]);
    claim.close();
    await seconds(60);
    expect(sent).toHaveLength(3);
  });

  it("asks the database at most 23 times for a reply of one minute, 25 with its beginning and end [limits.database-calls]", async () => {
    const { claim, sent } = setUp();
    for (let piece = 0; piece < 600; piece += 1) {
      claim.add("word ");
      await seconds(0.1);
    }
    claim.renew();
    await seconds(0);
    claim.close();
    expect(sent.length).toBeLessThanOrEqual(23);
    expect(sent.map((piece) => piece?.content ?? "").join("")).toBe("word ".repeat(600));
    expect(sent.flatMap((piece) => piece?.position ?? [])).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
  });

  it("sends a piece again as it was when the call failed, because it may have been stored", async () => {
    const { claim, sent, line, log } = setUp(() => Promise.reject(databaseFault("57P01")));
    claim.add("one ");
    await seconds(1);
    claim.add("two");
    await seconds(5);
    const first = { position: 1, content: "one " };
    expect(sent).toEqual([first, first, { position: 2, content: "two" }]);
    await line.end();
    expect(log).toMatchObject([{ database: "57P01" }]);
  });

  it("makes one call at a time: while one takes long, none is added, and a wish to renew follows it once", async () => {
    const late = Promise.withResolvers<Renewed>();
    const { claim, sent } = setUp(() => late.promise);
    await seconds(30);
    expect(sent).toHaveLength(1);
    claim.renew();
    claim.renew();
    late.resolve({ outcome: "running" });
    await seconds(0);
    expect(sent).toHaveLength(2);
  });

  it.each(["stopped", "lost", "gone"] as const)(
    "is renewed no more when the answer is %s, which its writer hears once",
    async (outcome) => {
      const { claim, sent, cuts } = setUp(() => ({ outcome }));
      claim.renew();
      await seconds(60);
      claim.renew();
      await seconds(1);
      expect(cuts).toEqual([{ outcome }]);
      expect(sent).toHaveLength(1);
    },
  );

  it("says nothing of an outcome that comes when it is closed", async () => {
    const late = Promise.withResolvers<Renewed>();
    const { claim, cuts } = setUp(() => late.promise);
    claim.renew();
    claim.close();
    late.resolve({ outcome: "lost" });
    await seconds(10);
    expect(cuts).toEqual([]);
  });
});
