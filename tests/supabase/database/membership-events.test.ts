import { beforeEach, describe, expect, it } from "vitest";
import { at, createScene } from "../../support/database/membership-scene.ts";
import { onEveryDatabase } from "../../support/database/on-every-database.ts";

const NEXT_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

/** Every order of the items. */
function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((others) => [item].concat(others)),
  );
}

onEveryDatabase("a membership that the payment platform reports", (backend, kind) => {
  let scene: ReturnType<typeof createScene>;
  beforeEach(() => {
    scene = createScene(backend);
  });

  describe("of several of one person", () => {
    it("leaves a member active who bought a new one and cancelled the old one, in every order", async () => {
      const news = [
        ["old", { p_happened_at: at(1) }],
        ["new", { p_happened_at: at(2), p_ended_at: NEXT_YEAR }],
        ["old", { p_happened_at: at(3) }],
        ["old", { p_happened_at: at(4), p_status: "expired", p_ended_at: at(4) }],
      ] as const;
      for (const order of permutations(news)) {
        scene = createScene(backend);
        const ann = await scene.signUp("ann");
        for (const [name, change] of order) await scene.report(name, "ann", change);
        expect(await scene.membershipOf(ann)).toEqual({
          status: "active",
          id: "new",
          active: true,
        });
      }
    });

    it("shows the active one that ends last, and of none that are active the newest [membership.several]", async () => {
      const ann = await scene.signUp("ann");
      await scene.report("month", "ann", { p_happened_at: at(5) });
      await scene.report("year", "ann", { p_ended_at: NEXT_YEAR });
      expect(await scene.membershipOf(ann)).toMatchObject({ id: "year" });
      await scene.report("ever", "ann", { p_ended_at: null });
      expect(await scene.membershipOf(ann)).toMatchObject({ id: "ever" });
      for (const [minute, name] of ["ever", "month", "year"].entries()) {
        await scene.report(name, "ann", { p_happened_at: at(10 + minute), p_status: "cancelled" });
      }
      expect(await scene.membershipOf(ann)).toEqual({
        status: "cancelled",
        id: "year",
        active: false,
      });
    });
  });

  describe("with several events", () => {
    it("ends when two happened at the same instant and one of them ends it, in either order", async () => {
      for (const order of permutations(["active", "cancelled"] as const)) {
        scene = createScene(backend);
        const ann = await scene.signUp("ann");
        for (const status of order) await scene.report("mem", "ann", { p_status: status });
        expect(await scene.membershipOf(ann)).toMatchObject({ status: "cancelled" });
      }
    });

    it("ignores an event whose id was seen before", async () => {
      const ann = await scene.signUp("ann");
      const seen = { p_id: scene.id("msg") };
      expect(await scene.report("mem", "ann", seen)).toBe("applied");
      const again = { ...seen, p_happened_at: at(2), p_status: "expired" } as const;
      expect(await scene.report("mem", "ann", again)).toBe("ignored");
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "active" });
    });

    it("ignores an event that a newer one has overtaken, and every field of it", async () => {
      const ann = await scene.signUp("ann");
      await scene.report("mem", "ann", { p_happened_at: at(2), p_manage_url: null });
      const older = {
        p_plan: "plan_old",
        p_manage_url: "https://pay.example.com/old",
        p_started_at: at(9),
        p_ended_at: null,
      };
      expect(await scene.report("mem", "ann", older)).toBe("ignored");
      const [row] = await backend.sql(
        `select membership_manage_url as url, membership_ended_at is null as endless,
           (select plan from private.memberships where user_id = $1) as plan
         from public.users where id = $1`,
        ann,
      );
      expect(row).toEqual({ url: null, endless: false, plan: null });
    });

    it("starts again with a renewal after its end", async () => {
      const ann = await scene.signUp("ann");
      await scene.report("mem", "ann", { p_happened_at: at(2), p_status: "expired" });
      await scene.report("mem", "ann", { p_happened_at: at(1) });
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "expired" });
      await scene.report("mem", "ann", { p_happened_at: at(3) });
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "active" });
    });
  });

  describe("belongs to", () => {
    it("the person who has it, whoever gets their old address", async () => {
      const ann = await scene.signUp("ann");
      await scene.report("mem", "ann");
      await scene.changeAddress(ann, "ann-new");
      const bob = await scene.signUp("ann");
      await scene.report("mem", "ann", { p_happened_at: at(2), p_ended_at: NEXT_YEAR });
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
      expect(await scene.membershipOf(bob)).toMatchObject({ status: "trial" });
      await scene.report("mem", "ann", {
        p_happened_at: at(3),
        p_status: "cancelled",
        p_ended_at: at(3),
      });
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "cancelled", active: false });
    });

    it("the person who has it, whomever a later event names", async () => {
      const ann = await scene.signUp("ann");
      const bob = await scene.signUp("bob");
      await scene.report("mem", "ann");
      await scene.report("mem", "bob", { p_happened_at: at(2), p_member: bob });
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
      expect(await scene.membershipOf(bob)).toMatchObject({ status: "trial" });
    });

    it("the person whom the checkout named, whatever address they pay with [membership.owner]", async () => {
      const ann = await scene.signUp("ann");
      const bob = await scene.signUp("bob");
      await scene.report("mem", "bob", { p_member: ann });
      await scene.report("gift", "someone", { p_member: ann, p_ended_at: NEXT_YEAR });
      expect(await scene.membershipOf(ann)).toEqual({ status: "active", id: "gift", active: true });
      expect(await scene.membershipOf(bob)).toMatchObject({ status: "trial" });
    });

    it("the owner of the address when the checkout named nobody who exists", async () => {
      const ann = await scene.signUp("ann");
      await scene.report("mem", "ann", { p_member: crypto.randomUUID() });
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
    });

    it("a person who has changed the address it was paid with before the event came", async () => {
      const ann = await scene.signUp("ann");
      await scene.changeAddress(ann, "ann-new");
      await scene.report("mem", "ann");
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
    });

    it("the one who had the address when it was paid, of two who had it one after the other", async () => {
      const ann = await scene.signUp("ann");
      await scene.changeAddress(ann, "ann-new");
      const bob = await scene.signUp("ann");
      const [{ paid } = { paid: "" }] = await backend.sql<{ paid: string }>(
        "select clock_timestamp()::text as paid",
      );
      await scene.report("mem", "ann", { p_happened_at: paid });
      expect(await scene.membershipOf(bob)).toMatchObject({ active: true });
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "trial" });
    });
  });

  describe("paid before anybody confirmed the address", () => {
    it("waits, and is theirs when they sign up [membership.waits]", async () => {
      expect(await scene.report("mem", "ann")).toBe("kept");
      const ann = await scene.signUp("ann");
      expect(await scene.membershipOf(ann)).toEqual({ status: "active", id: "mem", active: true });
    });

    it("does not make a member of somebody who has not confirmed it, until they do", async () => {
      const ann = await scene.signUp("ann", { isConfirmed: false });
      expect(await scene.report("mem", "ann")).toBe("kept");
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "trial" });
      await backend.sql("update auth.users set email_confirmed_at = now() where id = $1", ann);
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
    });

    it("is theirs when they change to it", async () => {
      await scene.report("mem", "ann-work");
      const ann = await scene.signUp("ann");
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "trial" });
      await scene.changeAddress(ann, "ann-work");
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
    });

    it("is found whatever the case of the address", async () => {
      await scene.report("mem", null, { p_email: scene.address("ann").toUpperCase() });
      const ann = await scene.signUp("ann");
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
    });

    it.runIf(kind === "postgres")(
      "is theirs when event and sign-up come at the same moment",
      async () => {
        for (let round = 0; round < 20; round += 1) {
          scene = createScene(backend);
          const [ann] = await Promise.all([
            scene.signUp("ann"),
            scene.report("mem", "ann"),
            scene.report("mem", "ann", { p_happened_at: at(2) }),
          ]);
          expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
        }
      },
    );
  });
});
