import { beforeEach, describe, expect, it } from "vitest";
import { at, createScene, endedAt, permutations } from "../../support/database/membership-scene.ts";
import { onPostgres } from "../../support/database/on-every-database.ts";

const NEXT_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

onPostgres("a membership that the payment platform reports", (backend) => {
  let scene: ReturnType<typeof createScene>;
  beforeEach(() => {
    scene = createScene(backend);
  });

  describe("of several of one person", () => {
    it("a member who bought a new membership and cancelled the old one stays active, in every order of the events", async () => {
      const news = [
        ["old", { p_happened_at: at(1) }],
        ["new", { p_happened_at: at(2), p_ended_at: NEXT_YEAR }],
        ["old", { p_happened_at: at(3) }],
        ["old", endedAt(4, "expired")],
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

    it("a person with several memberships sees the active one that ends last, and of none that are active the newest [membership.several]", async () => {
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

  it("a person's own membership and its link stand until it ends; then a longer one that another payer gave applies [membership.several]", async () => {
    const ann = await scene.signUp("ann");
    const url = (name: string) => ({ p_manage_url: `https://pay.example.com/${name}` });
    const gift = { p_member: ann, p_ended_at: null, ...url("gift") };
    const shown = async () => {
      const [row] = await backend.sql(
        "select membership_status as status, membership_manage_url as url from public.users where id = $1",
        ann,
      );
      return row;
    };
    await scene.report("own", "ann", url("own"));
    await scene.report("gift", "stranger", gift);
    expect(await shown()).toEqual({ status: "active", url: "https://pay.example.com/own" });
    await scene.report("own", "ann", { p_happened_at: at(2), p_status: "cancelled" });
    expect(await shown()).toEqual({ status: "active", url: "https://pay.example.com/gift" });
    await scene.report("gift", "stranger", { ...gift, p_happened_at: at(3), p_status: "expired" });
    expect(await shown()).toEqual({ status: "cancelled", url: null });
  });

  it("a person whose memberships have all ended sees the newest, whether its end was reported or passed", async () => {
    const ann = await scene.signUp("ann");
    await scene.report("lapsed", "ann", { p_ended_at: at(30) });
    await scene.report("closed", "ann", { p_happened_at: at(40), p_status: "cancelled" });
    expect(await scene.membershipOf(ann)).toEqual({
      status: "cancelled",
      id: "closed",
      active: false,
    });
  });

  describe("with several events", () => {
    it("a membership ends when one of two events of the same instant ends it, in either order", async () => {
      for (const order of permutations(["active", "cancelled"] as const)) {
        scene = createScene(backend);
        const ann = await scene.signUp("ann");
        for (const status of order) await scene.report("mem", "ann", { p_status: status });
        expect(await scene.membershipOf(ann)).toMatchObject({ status: "cancelled" });
      }
    });

    it("a membership lasts until the later end when two active events are of the same instant, in either order", async () => {
      for (const order of permutations([NEXT_YEAR, undefined])) {
        scene = createScene(backend);
        const ann = await scene.signUp("ann");
        for (const end of order) await scene.report("mem", "ann", end ? { p_ended_at: end } : {});
        const [row] = await backend.sql<{ ends: string }>(
          "select to_json(membership_ended_at) as ends from public.users where id = $1",
          ann,
        );
        expect(new Date(row?.ends ?? "").toISOString()).toBe(NEXT_YEAR);
      }
    });

    it("a membership that moves to a product which is not sold ends, in either order, and one that begins there is nobody's", async () => {
      const moved = {
        p_happened_at: at(2),
        p_status: "expired",
        p_ended_at: at(2),
        p_product: "prod_other",
        p_sold: false,
      } as const;
      for (const order of permutations([{}, moved])) {
        scene = createScene(backend);
        const ann = await scene.signUp("ann");
        for (const change of order) {
          await scene.report("mem", "p_sold" in change ? null : "ann", change);
        }
        expect(await scene.membershipOf(ann)).toMatchObject({ status: "expired", active: false });
        expect(await scene.report("other", null, moved)).toBe("kept");
      }
    });

    it("an event whose product was not sold when it came counts when it is sent again and the product is sold", async () => {
      const ann = await scene.signUp("ann");
      const p_id = scene.id("msg");
      const unsold = { p_id, p_status: "expired", p_sold: false } as const;
      await scene.report("mem", null, unsold);
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "trial" });
      expect(await scene.report("mem", "ann", { p_id })).toBe("applied");
      expect(await scene.report("mem", null, unsold)).toBe("ignored");
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "active" });
    });

    it("an event whose id was seen before changes no membership", async () => {
      const ann = await scene.signUp("ann");
      const seen = { p_id: scene.id("msg") };
      expect(await scene.report("mem", "ann", seen)).toBe("applied");
      const again = { ...seen, p_happened_at: at(2), p_status: "expired" } as const;
      expect(await scene.report("mem", "ann", again)).toBe("ignored");
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "active" });
    });

    it("an event that a newer one has overtaken changes no field of a membership", async () => {
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

    it("a membership that has ended starts again with a renewal", async () => {
      const ann = await scene.signUp("ann");
      await scene.report("mem", "ann", { p_happened_at: at(2), p_status: "expired" });
      await scene.report("mem", "ann", { p_happened_at: at(1) });
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "expired" });
      await scene.report("mem", "ann", { p_happened_at: at(3) });
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "active" });
    });
  });
});
