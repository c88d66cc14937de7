import { beforeEach, expect, it } from "vitest";
import { at, createScene, endedAt } from "../../support/database/membership-scene.ts";
import { onPostgres } from "../../support/database/on-every-database.ts";

onPostgres("memberships and an operator", (backend) => {
  let scene: ReturnType<typeof createScene>;
  beforeEach(() => {
    scene = createScene(backend);
  });

  it("an event of another membership does not end what an operator granted", async () => {
    const ann = await scene.signUp("ann");
    await scene.report("mem", "ann");
    await scene.setByHand("ann", "active");
    const later = new Date(Date.now() + 60_000).toISOString();
    await scene.report("mem", "ann", {
      p_happened_at: later,
      p_status: "cancelled",
      p_ended_at: later,
    });
    expect(await scene.membershipOf(ann)).toEqual({ status: "active", id: null, active: true });
  });

  it("setting a person to expired ends all their memberships, until the platform reports a renewal", async () => {
    const ann = await scene.signUp("ann");
    await scene.report("mem", "ann");
    await scene.report("other", "ann");
    await scene.setByHand("ann", "active", { p_membership_id: scene.id("gift") });
    await scene.setByHand("ann", "expired");
    expect(await scene.membershipOf(ann)).toMatchObject({ status: "expired", active: false });
    const later = new Date(Date.now() + 60_000).toISOString();
    await scene.report("mem", "ann", { p_happened_at: later });
    expect(await scene.membershipOf(ann)).toEqual({ status: "active", id: "mem", active: true });
  });

  it("an overdue payment does not undo what an operator has ended; the payment itself does", async () => {
    const ann = await scene.signUp("ann");
    await scene.report("mem", "ann");
    await scene.setByHand("ann", "expired");
    const soon = new Date(Date.now() + 60_000).toISOString();
    const overdue = { p_happened_at: soon, p_renews_at: soon };
    expect(await scene.report("mem", "ann", overdue)).toBe("ignored");
    expect(await scene.membershipOf(ann)).toMatchObject({ status: "expired", active: false });
    const later = new Date(Date.now() + 120_000).toISOString();
    expect(await scene.report("mem", "ann", { p_happened_at: later })).toBe("applied");
    expect(await scene.membershipOf(ann)).toMatchObject({ status: "active", active: true });
  });

  it("giving a membership of the platform to somebody changes neither its status nor its end", async () => {
    const ann = await scene.signUp("ann");
    const bob = await scene.signUp("bob");
    await scene.report("live", "ann");
    await scene.report("dead", "ann", { p_status: "cancelled", p_ended_at: at(1) });
    const rows = (owner: string) =>
      backend.sql(
        `select id, status, ended_at::text from private.memberships
         where id like '%' || $1 and user_id = $2 order by id`,
        scene.run,
        owner,
      );
    const before = await rows(ann);
    for (const name of ["dead", "live"]) {
      await scene.setByHand("bob", "active", { p_membership_id: scene.id(name) });
    }
    expect(before).toHaveLength(2);
    expect(await rows(bob)).toEqual(before);
    await scene.report("live", "ann", endedAt(2, "expired"));
    expect(await scene.membershipOf(bob)).toMatchObject({ status: "expired", active: false });
  });

  it("granting a membership after ending one of the platform leaves that one ended", async () => {
    const ann = await scene.signUp("ann");
    await scene.report("mem", "ann");
    await scene.setByHand("ann", "expired");
    await scene.setByHand("ann", "active");
    expect(await scene.membershipOf(ann)).toEqual({ status: "active", id: null, active: true });
  });

  it("cancelling one of two memberships by its id leaves the other active", async () => {
    const ann = await scene.signUp("ann");
    await scene.report("mem", "ann");
    await scene.report("other", "ann");
    await scene.setByHand("ann", "cancelled", { p_membership_id: scene.id("mem") });
    expect(await scene.membershipOf(ann)).toEqual({ status: "active", id: "other", active: true });
  });

  it("granting a membership by its id to another person takes it from whoever had it, for good", async () => {
    const ann = await scene.signUp("ann");
    const bob = await scene.signUp("bob");
    await scene.report("mem", "ann");
    await scene.setByHand("bob", "active", { p_membership_id: scene.id("mem") });
    expect(await scene.membershipOf(ann)).toMatchObject({ status: "trial", id: null });
    expect(await scene.membershipOf(bob)).toMatchObject({ active: true, id: "mem" });
    await scene.report("mem", "ann", { p_happened_at: at(5) });
    expect(await scene.membershipOf(bob)).toMatchObject({ active: true });
  });

  it("an operator sees the memberships of a person or an address, and the events about them", async () => {
    const ann = await scene.signUp("ann");
    await scene.report("mem", "ann");
    await scene.report("mem", "ann", { p_happened_at: at(2), p_type: "membership.deactivated" });
    await scene.report("waiting", "ann-work");
    const describeAddress = async (name: string) =>
      backend.rpc("describe_membership", { p_email: scene.address(name).toUpperCase() });
    expect(await describeAddress("ann")).toMatchObject({
      person: { id: ann, membership_status: "active", is_active: true },
      memberships: [
        { id: scene.id("mem"), user_id: ann, events: [{ happened_at: expect.any(String) }, {}] },
      ],
    });
    expect(await describeAddress("ann-work")).toMatchObject({
      person: null,
      memberships: [{ id: scene.id("waiting"), user_id: null }],
    });
    expect(await describeAddress("nobody")).toEqual({ person: null, memberships: [] });
  });

  it("a paid membership outlives its person's account and waits for the next who confirms its address; a granted one goes", async () => {
    const ann = await scene.signUp("ann");
    await scene.report("mem", "ann");
    await scene.setByHand("ann", "active");
    await backend.sql("delete from auth.users where id = $1", ann);
    const [left] = await backend.sql<{ memberships: string[] }>(
      `select array(select id from private.memberships where id like '%' || $1 or id like '%' || $2)
         as memberships`,
      scene.run,
      ann,
    );
    expect(left).toEqual({ memberships: [scene.id("mem")] });
    const again = await scene.signUp("ann");
    expect(await scene.membershipOf(again)).toMatchObject({ status: "active", id: "mem" });
  });

  it("the database takes no address for managing a membership but one that begins with https", async () => {
    await expect(
      scene.report("mem", "ann", { p_manage_url: "http://pay.example.com" }),
    ).rejects.toThrow("manage_url_is_https");
  });
});
