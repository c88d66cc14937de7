import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onPostgres } from "../../support/database/on-every-database.ts";
import {
  beginTurn,
  call,
  contents,
  effectOf,
  callCreateChat,
} from "../../support/database/turns.ts";

const PAST = new Date(Date.now() - 1_000).toISOString();
const SOON = new Date(Date.now() + 600_000).toISOString();

onPostgres("a membership", (backend) => {
  let person: Person;

  beforeAll(async () => {
    person = await backend.signUp("Member@Example.com");
  });

  async function membership() {
    const [row] = await backend.sql<Record<string, unknown>>(
      `select membership_status as status, membership_started_at::text as started,
         membership_ended_at::text as ended, membership_id as id from public.users where id = $1`,
      person.id,
    );
    return row;
  }

  const set = (args: { status: string; ended?: string }) =>
    call(backend, "set_membership", {
      p_email: person.email,
      p_status: args.status,
      ...(args.ended !== undefined && { p_ended_at: args.ended }),
    });

  it("a person who signs up starts on trial [signup.trial]", async () => {
    expect(await membership()).toEqual({ status: "trial", started: null, ended: null, id: null });
  });

  it("a person who signs up starts on trial, whatever they write about themselves [product.no-admin]", async () => {
    const claims = {
      role: "service_role",
      aud: "service_role",
      id: person.id,
      is_super_admin: true,
      membership_status: "active",
      app_metadata: { role: "service_role", provider: "admin" },
    };
    const liar = { ...claims, email: "liar@example.com", password: "correct-horse", data: claims };
    const post = (path: string, body: object, who?: Person, method = "POST") =>
      backend.request(`/auth/v1/${path}`, { method, body: JSON.stringify(body) }, who);
    const signedUp = (await (await post("signup", liar)).json()) as {
      access_token: string;
      user: { id: string };
    };
    const them = { ...person, id: signedUp.user.id, token: signedUp.access_token };
    await post("user", { ...claims, data: claims }, them, "PUT");
    const login = { email: liar.email, password: liar.password };
    const session = (await (await post("token?grant_type=password", login)).json()) as {
      access_token: string;
    };
    for (const token of [signedUp.access_token, session.access_token]) {
      const payload = JSON.parse(
        Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
      ) as Record<string, unknown>;
      expect(payload).toMatchObject({ sub: them.id, role: "authenticated" });
    }
    const [account] = await backend.sql(
      `select role, aud, raw_app_meta_data::text ~ 'service|admin' as lied, membership_status as status
       from auth.users a join public.users using (id) where email = $1`,
      liar.email,
    );
    expect(account).toEqual({
      role: "authenticated",
      aud: "authenticated",
      lied: false,
      status: "trial",
    });
    expect(them.id).not.toBe(person.id);
    expect((await beginTurn(backend, them)).outcome).toBe("inactive");
  });

  it.each([
    { status: "trial", may: false },
    { status: "trial", ended: SOON, may: false },
    { status: "active", may: true },
    { status: "active", ended: SOON, may: true },
    { status: "active", ended: PAST, may: false },
    { status: "active", ended: "-infinity", may: false },
    { status: "active", ended: "infinity", may: true },
    { status: "expired", may: false },
    { status: "expired", ended: SOON, may: false },
    { status: "expired", ended: PAST, may: false },
    { status: "cancelled", may: false },
    { status: "cancelled", ended: SOON, may: false },
  ])(
    "a person whose membership is $status and ends $ended may begin a turn and create a chat: $may [membership.active]",
    async (row) => {
      const { may, ...membership } = row;
      await set(membership);
      const turn = await effectOf(backend, () => beginTurn(backend, person));
      const chat = await effectOf(backend, () => callCreateChat(backend, person));
      expect([turn.answer.outcome, chat.answer.outcome]).toEqual(
        may ? ["begun", "created"] : ["inactive", "inactive"],
      );
      expect([turn.changed, chat.changed]).toEqual([may, may]);
    },
  );

  it("a membership ends at its moment and not before [membership.active]", async () => {
    await backend.sql(
      `update public.users set membership_status = 'active',
         membership_ended_at = clock_timestamp() + interval '1 second' where id = $1`,
      person.id,
    );
    expect((await beginTurn(backend, person)).outcome).toBe("begun");
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect((await beginTurn(backend, person)).outcome).toBe("inactive");
  });

  describe("that starts later", () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    let later: Person;
    beforeEach(async () => {
      later = await backend.signUp(`later-${crypto.randomUUID()}@example.com`);
    });
    const grant = (id: string, started: string, more: { ended?: string; status?: string } = {}) =>
      call(backend, "set_membership", {
        p_email: later.email,
        p_status: more.status ?? "active",
        p_started_at: started,
        p_membership_id: `${id} of ${later.id}`,
        ...(more.ended !== undefined && { p_ended_at: more.ended }),
      });
    const shown = async () => {
      const [row] = await backend.sql<{ id: string }>(
        "select split_part(membership_id, ' ', 1) as id from public.users where id = $1",
        later.id,
      );
      return row?.id;
    };

    it("a person whose membership starts later may not begin a turn or create a chat yet, unless only a clock is ahead [membership.starts]", async () => {
      const outcomes = async () => [
        (await beginTurn(backend, later)).outcome,
        (await callCreateChat(backend, later)).outcome,
      ];
      await grant("only", inMinutes(6));
      expect(await outcomes()).toEqual(["inactive", "inactive"]);
      await grant("only", inMinutes(4));
      expect(await outcomes()).toEqual(["begun", "created"]);
    });

    it("a person without an active membership sees the one that starts later, however new another one that has ended [membership.starts]", async () => {
      await grant("next", inMinutes(60));
      await grant("second", inMinutes(120));
      await grant("over", inMinutes(-60), { status: "expired" });
      expect(await shown()).toBe("next");
      await grant("now", inMinutes(-60), { ended: inMinutes(30) });
      expect(await shown()).toBe("now");
    });

    it("a membership that starts later takes over when it has started and the one before it has ended [membership.starts]", async () => {
      await grant("first", inMinutes(-60), { ended: inMinutes(30) });
      await grant("next", inMinutes(60));
      expect((await beginTurn(backend, later)).outcome).toBe("begun");
      // Two hours pass: everything that was written lies that much further back.
      await backend.sql(
        `update private.memberships set started_at = started_at - interval '2 hours',
           ended_at = ended_at - interval '2 hours' where user_id = $1`,
        later.id,
      );
      await backend.sql(
        "update public.users set membership_ended_at = now() - interval '90 minutes' where id = $1",
        later.id,
      );
      expect(await shown()).toBe("first");
      expect((await beginTurn(backend, later)).outcome).toBe("begun");
      expect(await shown()).toBe("next");
    });
  });

  it("a person who has no row of their own cannot begin a turn", async () => {
    const nobody = { id: crypto.randomUUID() };
    expect(await beginTurn(backend, nobody)).toEqual({ outcome: "inactive" });
  });

  it("an operator finds a membership by its address in any case, and not by another address", async () => {
    expect(await set({ status: "active" })).toEqual({ outcome: "applied" });
    expect(
      await call(backend, "set_membership", { p_email: "MEMBER@example.COM", p_status: "expired" }),
    ).toEqual({ outcome: "applied" });
    expect(await membership()).toMatchObject({ status: "expired" });
    const before = await contents(backend);
    for (const p_email of ["member@example.co", "member_@example.com", "%@example.com", ""]) {
      expect(await call(backend, "set_membership", { p_email, p_status: "active" })).toEqual({
        outcome: "not_found",
      });
    }
    expect(await contents(backend)).toBe(before);
  });

  it("a membership keeps its start and its id when an event does not name them, and forgets its end", async () => {
    await call(backend, "set_membership", {
      p_email: person.email,
      p_status: "active",
      p_started_at: "2026-01-02T03:04:05.678Z",
      p_ended_at: "2027-01-02T03:04:05Z",
      p_membership_id: "sub_1",
    });
    await set({ status: "active" });
    expect(await membership()).toEqual({
      status: "active",
      started: "2026-01-02 03:04:05.678+00",
      ended: null,
      id: "sub_1",
    });
  });

  it("a membership takes no status but the four [membership.statuses]", async () => {
    const before = await contents(backend);
    await expect(set({ status: "owner" })).rejects.toThrow("status_known");
    expect(await contents(backend)).toBe(before);
  });
});
