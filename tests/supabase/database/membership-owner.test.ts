import { beforeEach, describe, expect, it } from "vitest";
import { at, createScene, endedAt, permutations } from "../../support/database/membership-scene.ts";
import { onPostgres } from "../../support/database/on-every-database.ts";

const NEXT_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

onPostgres("a membership that the payment platform reports", (backend) => {
  let scene: ReturnType<typeof createScene>;
  beforeEach(() => {
    scene = createScene(backend);
  });

  /** Two moments after everything that was done before, one after the other. */
  const moments = async (): Promise<[string, string]> => {
    const [row] = await backend.sql<{ first: string; second: string }>(
      "select clock_timestamp()::text as first, (clock_timestamp() + interval '1 ms')::text as second",
    );
    return [row?.first ?? "", row?.second ?? ""];
  };

  describe("belongs to", () => {
    it("a membership stays with the person who has it, whoever gets their old address", async () => {
      const ann = await scene.signUp("ann");
      await scene.report("mem", "ann");
      await scene.changeAddress(ann, "ann-new");
      const bob = await scene.signUp("ann");
      await scene.report("mem", "ann", { p_happened_at: at(2), p_ended_at: NEXT_YEAR });
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
      expect(await scene.membershipOf(bob)).toMatchObject({ status: "trial" });
      await scene.report("mem", "ann", endedAt(3, "cancelled"));
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "cancelled", active: false });
    });

    it("a membership stays with the person who has it, whomever a later event names", async () => {
      const ann = await scene.signUp("ann");
      const bob = await scene.signUp("bob");
      const [first, second] = await moments();
      await scene.report("mem", "ann", { p_happened_at: first });
      await scene.report("mem", "bob", { p_happened_at: second, p_member: bob });
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
      expect(await scene.membershipOf(bob)).toMatchObject({ status: "trial" });
    });

    it("a member whose new address the platform knows keeps the membership, whoever signs up with the old one later [membership.owner]", async () => {
      for (const named of ["address", "person"]) {
        scene = createScene(backend);
        const ann = await scene.signUp("ann");
        expect(await scene.report("mem", "old")).toBe("kept");
        const naming = named === "person" ? { p_email: null, p_member: ann } : {};
        const news = { p_happened_at: at(2), ...naming };
        expect(await scene.report("mem", "ann", news)).toBe("applied");
        const stranger = await scene.signUp("old");
        expect(await scene.membershipOf(ann)).toMatchObject({ id: "mem", active: true });
        expect(await scene.membershipOf(stranger)).toMatchObject({ status: "trial", id: null });
      }
    });

    it("a membership stays with whoever had it first when the platform's address becomes that of somebody who signed up earlier", async () => {
      const ann = await scene.signUp("ann");
      const bob = await scene.signUp("bob");
      const [first, second] = await moments();
      for (const order of permutations([
        ["bob", first],
        ["ann", second],
      ] as const)) {
        for (const [payer, happened] of order) {
          await scene.report("mem", payer, { p_happened_at: happened });
        }
        expect(await scene.membershipOf(bob)).toMatchObject({ id: "mem", active: true });
        expect(await scene.membershipOf(ann)).toMatchObject({ status: "trial" });
      }
    });

    it("a membership goes to the same one of two people who confirmed at the same instant, in either order of the events", async () => {
      for (const bobAt of [at(2), at(1)]) {
        scene = createScene(backend);
        const people = [await scene.signUp("ann"), await scene.signUp("bob")];
        await backend.sql(
          "update private.confirmed_addresses set confirmed_at = now() where user_id = any ($1::uuid[])",
          `{${people.join()}}`,
        );
        const news = [
          ["ann", at(1)],
          ["bob", bobAt],
        ] as const;
        for (const [index, order] of permutations(news).entries()) {
          for (const [payer, happened] of order) {
            await scene.report(`mem${index}`, payer, { p_happened_at: happened });
          }
        }
        const holders = await backend.sql<{ user_id: string }>(
          "select user_id from private.memberships where id = any ($1::text[])",
          `{${scene.id("mem0")},${scene.id("mem1")}}`,
        );
        // Ann's event is the earlier one, or at the same instant the one whose content sorts first.
        expect(holders).toEqual([{ user_id: people[0] }, { user_id: people[0] }]);
      }
    });

    it("the person whom the checkout named gets the membership, whatever address they pay with [membership.owner]", async () => {
      const ann = await scene.signUp("ann");
      const bob = await scene.signUp("bob");
      await scene.report("mem", "bob", { p_member: ann });
      await scene.report("gift", "someone", { p_member: ann, p_ended_at: NEXT_YEAR });
      expect(await scene.membershipOf(ann)).toEqual({ status: "active", id: "gift", active: true });
      expect(await scene.membershipOf(bob)).toMatchObject({ status: "trial" });
    });

    it("the owner of the address gets the membership when the checkout named nobody who exists", async () => {
      const ann = await scene.signUp("ann");
      await scene.report("mem", "ann", { p_member: crypto.randomUUID() });
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
    });

    it("a person who changed the address after paying with it gets the membership when the event comes later", async () => {
      const ann = await scene.signUp("ann");
      await scene.changeAddress(ann, "ann-new");
      await scene.report("mem", "ann");
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
    });

    it("of two people who had an address one after the other, the one who had it when it was paid gets the membership", async () => {
      const ann = await scene.signUp("ann");
      const [early] = await moments();
      await scene.changeAddress(ann, "ann-new");
      const bob = await scene.signUp("ann");
      const [late] = await moments();
      await scene.report("mem", "ann", { p_happened_at: late });
      expect(await scene.membershipOf(bob)).toMatchObject({ active: true });
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "trial" });
      await scene.report("first", "ann", { p_happened_at: early });
      expect(await scene.membershipOf(ann)).toMatchObject({ id: "first", active: true });
    });

    it("a membership whose payment is dated ahead stays with the person who had the address when it was reported", async () => {
      const ann = await scene.signUp("ann");
      const ahead = new Date(Date.now() + 4 * 60_000).toISOString();
      await scene.report("mem", "ann", { p_happened_at: ahead });
      await scene.changeAddress(ann, "ann-new");
      const bob = await scene.signUp("ann");
      expect(await scene.membershipOf(ann)).toMatchObject({ id: "mem" });
      expect(await scene.membershipOf(bob)).toMatchObject({ status: "trial" });
    });

    it("of two events of the same instant, the one that names a person by id counts", async () => {
      const [ann, bob] = [await scene.signUp("ann"), await scene.signUp("bob")];
      const [paid] = await moments();
      await scene.report("mem", "bob", { p_happened_at: paid });
      await scene.report("mem", "zoe", { p_happened_at: paid, p_member: ann });
      expect(await scene.membershipOf(ann)).toMatchObject({ id: "mem", active: true });
      expect(await scene.membershipOf(bob)).toMatchObject({ status: "trial" });
    });
  });

  describe("paid before anybody confirmed the address", () => {
    it("a membership that was paid before its person signed up waits, and is theirs when they do [membership.waits]", async () => {
      expect(await scene.report("mem", "ann")).toBe("kept");
      const ann = await scene.signUp("ann");
      expect(await scene.membershipOf(ann)).toEqual({ status: "active", id: "mem", active: true });
    });

    it("a person gets a membership that waits for their address only when they have confirmed the address", async () => {
      const ann = await scene.signUp("ann", { isConfirmed: false });
      expect(await scene.report("mem", "ann")).toBe("kept");
      expect(await scene.membershipOf(ann)).toMatchObject({ status: "trial" });
      await backend.sql("update auth.users set email_confirmed_at = now() where id = $1", ann);
      expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
    });

    it("events that come twice, at once and in any order, beside a sign-up, leave the same memberships as one by one [membership.events]", async () => {
      const news = [
        ["mem", "ann", { p_happened_at: at(1) }],
        ["mem", "ann-new", endedAt(2, "cancelled")],
        ["mem", "bob", { p_happened_at: at(3), p_ended_at: NEXT_YEAR }],
        ["other", "ann-new", { p_happened_at: at(2) }],
      ] as const;
      const results = new Set<string>();
      for (const [round, order] of permutations(news).entries()) {
        scene = createScene(backend);
        const bob = await scene.signUp("bob");
        const [first] = await moments();
        const events = order.map(([membership, payer, change]) => () => {
          const p_happened_at = new Date(
            Date.parse(first) - 3_600_000 + Date.parse(change.p_happened_at) - Date.parse(at(0)),
          ).toISOString();
          const p_id = scene.id(`${membership}${change.p_happened_at}`);
          return scene.report(membership, payer, { ...change, p_happened_at, p_id });
        });
        const join = async () => {
          const ann = await scene.signUp("ann");
          await scene.changeAddress(ann, "ann-new");
          return ann;
        };
        let ann: string;
        if (round % 2 === 0) {
          [ann] = await Promise.all([join(), ...[...events, ...events].map((report) => report())]);
        } else {
          await events[0]?.();
          ann = await join();
          for (const report of [...events, ...events]) await report();
        }
        results.add(JSON.stringify([await scene.membershipOf(ann), await scene.membershipOf(bob)]));
      }
      expect([...results]).toHaveLength(1);
    });

    it("a person who signs up at the moment of the event gets the membership", async () => {
      for (let round = 0; round < 20; round += 1) {
        scene = createScene(backend);
        const [ann] = await Promise.all([
          scene.signUp("ann"),
          scene.report("mem", "ann"),
          scene.report("mem", "ann", { p_happened_at: at(2) }),
        ]);
        expect(await scene.membershipOf(ann)).toMatchObject({ active: true });
      }
    });
  });
});
