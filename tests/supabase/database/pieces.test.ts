import { beforeEach, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onPostgres, personOn } from "../../support/database/on-every-database.ts";
import {
  beginTurn,
  contents,
  finish,
  release,
  renew,
  newTurn,
  openAnswers,
  claimBegun,
  type BeginArgs,
} from "../../support/database/turns.ts";

onPostgres("the pieces of an answer", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");
  let turn: ReturnType<typeof newTurn>;
  let claim: ReturnType<typeof claimBegun>;

  beforeEach(async () => {
    turn = newTurn();
    claim = await begin();
  });

  const begin = async (args: Partial<BeginArgs> = {}) =>
    claimBegun(await beginTurn(backend, member, { ...turn, ...args }));
  const write = (p_position: number, p_piece: string, by = claim) =>
    renew(backend, member, turn.p_question_id, { ...by, p_position, p_piece });
  const read = (person: Person, known?: [textId: number, length: number] | null) =>
    openAnswers(person, {
      p_chat_id: turn.p_chat_id,
      ...(known !== undefined && { p_known: { [claim.p_answer_id]: known } }),
    });
  const lapse = () =>
    backend.sql(
      "update private.attempts set claimed_until = now() where id = $1",
      claim.p_answer_id,
    );

  it("the owner alone reads what was written so far [reply.pieces]", async () => {
    expect(await write(1, "Hel")).toEqual({ outcome: "running" });
    await write(2, "lo");
    await write(2, "another");
    const { p_answer_id: id } = claim;
    const own = { id, question_id: turn.p_question_id, status: "running", writer: "chatgpt-4" };
    expect(await read(member)).toMatchObject([
      { ...own, text: "Hello", text_from: 0, reason: null },
    ]);
    expect(await read(stranger)).toEqual([]);
    expect(await openAnswers(stranger, { p_known: { [id]: [1, 0] } })).toEqual([]);
    const visitor = await backend.request("/rest/v1/rpc/open_answers");
    expect(visitor.status).toBeGreaterThanOrEqual(400);
  });

  it("a reader gets only what they do not have of a text, and all of another one [reply.pieces]", async () => {
    const text = async (known: [textId: number, length: number] | null) => {
      const [row] = await read(member, known);
      return [row?.text_from, row?.text];
    };
    await write(1, "Hel😀");
    const [{ text_id } = { text_id: 0 }] = await read(member);
    await write(2, "lo");
    expect(await text([text_id, 4])).toEqual([4, "lo"]);
    expect(await text([text_id, 6])).toEqual([6, ""]);
    // A stream was quicker.
    expect(await text([text_id, 9])).toEqual([9, ""]);
    expect(await text([text_id, -5])).toEqual([0, "Hel😀lo"]);
    expect(await text(null)).toEqual([null, null]);

    // What is left of it is the same text, to whoever read it; the next try's is not.
    await release(backend, member, turn.p_question_id, { ...claim, p_content: "Hel😀lo there" });
    expect(await text([text_id, 6])).toEqual([6, " there"]);
    claim = await begin();
    const [left] = await read(member);
    expect(left).toMatchObject({ status: "running", text: "Hel😀lo there" });
    expect(await text([left?.text_id ?? 0, 12])).toEqual([12, ""]);
    await write(1, "Something else, longer than before");
    expect(await text([left?.text_id ?? 0, 12])).toEqual([0, "Something else, longer than before"]);
  });

  it("without a chat a reader gets what is on its way in all of them, and what they had been told of", async () => {
    const { p_answer_id: id } = claim;
    const ids = async (p_known: object) =>
      (await openAnswers(member, { p_known } as never)).map((row) => row.id);
    expect(await ids({})).toContain(id);
    await release(backend, member, turn.p_question_id, claim);
    expect(await ids({})).not.toContain(id);
    expect(await ids({ [id]: null })).toContain(id);
  });

  it("a read of open answers that names more than 100, or is no object, is refused", async () => {
    const many = Array.from({ length: 101 }, () => [crypto.randomUUID(), null]);
    for (const p_known of [Object.fromEntries(many), [], 7]) {
      const { error } = await member.client.rpc("open_answers", { p_known } as never);
      expect(error).toMatchObject({ message: "The query asks for too much at once." });
    }
  });

  it("the database's clock says whether an answer runs, was stopped, or failed and why [reply.unfinished]", async () => {
    await write(1, "Hello");
    await lapse();
    expect(await read(member)).toMatchObject([{ status: "failed", text: "Hello", reason: null }]);
    await backend.sql(
      "update private.attempts set stopped_at = now() where id = $1",
      claim.p_answer_id,
    );
    expect(await read(member)).toMatchObject([{ status: "stopped", text: "Hello" }]);
    claim = await begin();
    expect(await read(member)).toMatchObject([{ status: "running", text: "Hello" }]);
    const told = { p_content: "Half of it", p_failure_text: "It was busy." };
    await release(backend, member, turn.p_question_id, { ...claim, ...told });
    expect(await read(member)).toMatchObject([
      { status: "failed", text: "Half of it", reason: "It was busy." },
    ]);
  });

  it("pieces go when the answer is stored, breaks off, or its chat is deleted [reply.pieces]", async () => {
    const ends = [
      () => finish(backend, member, turn.p_question_id),
      () => release(backend, member, turn.p_question_id),
      () => member.client.from("chats").delete().eq("id", turn.p_chat_id),
    ];
    for (const end of ends) {
      turn = newTurn();
      claim = await begin();
      await write(1, "Hello");
      await end();
      const left = await backend.sql(
        "select from private.pieces where answer_id = $1",
        claim.p_answer_id,
      );
      expect(left).toEqual([]);
    }
    expect(await read(member)).toEqual([]);
  });

  it("what a dead worker has written is shown until its successor writes [reply.unfinished]", async () => {
    await write(1, "Dead ");
    await write(2, "letters");
    await lapse();
    const stale = claim;
    claim = await begin();
    expect(claim.p_answer_id).toBe(stale.p_answer_id);
    const text = () =>
      backend.sql("select content from private.attempts where id = $1", claim.p_answer_id);
    expect(await text()).toEqual([{ content: "Dead letters" }]);
    const before = await contents(backend);
    expect(await write(3, "late", stale)).toEqual({ outcome: "lost" });
    for (const end of [finish, release]) {
      expect(await end(backend, member, turn.p_question_id, stale)).toEqual({ outcome: "lost" });
    }
    expect(await contents(backend)).toBe(before);
    await write(1, "Alive");
    expect(await read(member)).toMatchObject([{ text: "Alive" }]);
  });

  it("an answer that broke off, with text or without, stays when another model's is stored, and goes when its own is [reply.unfinished]", async () => {
    const ask = (p_model: string) => begin({ p_model, p_answer_id: crypto.randomUUID() });
    const first = claim;
    await release(backend, member, turn.p_question_id, { ...first, p_content: "Half of" });
    const silent = await ask("grok");
    await release(backend, member, turn.p_question_id, silent);
    const killed = await ask("claude-4");
    claim = killed;
    await write(1, "A third of", killed);
    await lapse();
    const left = async () => {
      const rows = await backend.sql<{ id: string }>(
        "select id from private.attempts where question_id = $1",
        turn.p_question_id,
      );
      return rows.map(({ id }) => id).toSorted();
    };
    const ids = (...claims: { p_answer_id: string }[]) =>
      claims.map(({ p_answer_id }) => p_answer_id).toSorted();
    expect(await left()).toEqual(ids(first, silent, killed));

    await finish(backend, member, turn.p_question_id, await ask("chatgpt-5"));
    expect(await left()).toEqual(ids(first, silent, killed));
    await finish(backend, member, turn.p_question_id, await ask("chatgpt-4"));
    expect(await left()).toEqual(ids(silent, killed));
    await finish(backend, member, turn.p_question_id, await ask("claude-4"));
    expect(await left()).toEqual(ids(silent));
    await finish(backend, member, turn.p_question_id, await ask("grok"));
    expect(await left()).toEqual([]);
  });

  it("what one model wrote keeps its name while another one tries, until that one writes [reply.unfinished]", async () => {
    const ask = (p_model: string) => begin({ p_model });
    const text = () =>
      backend.sql(
        "select model, content, content_model as writer from private.attempts where id = $1",
        claim.p_answer_id,
      );
    const half = { content: "Half of", writer: "chatgpt-4" };
    await release(backend, member, turn.p_question_id, { ...claim, p_content: "Half of" });
    let again = await ask("grok");
    expect(again.p_answer_id).toBe(claim.p_answer_id);
    expect(await text()).toEqual([{ model: "grok", ...half }]);
    await release(backend, member, turn.p_question_id, again);
    again = await ask("claude-4");
    await finish(backend, member, turn.p_question_id, { ...again, p_content: " " });
    expect(await text()).toEqual([{ model: "claude-4", ...half }]);

    // Its own text, in pieces or at the end, is its own.
    again = await ask("grok");
    await write(1, "A third of", again);
    await lapse();
    again = await ask("chatgpt-5");
    expect(await text()).toEqual([{ model: "chatgpt-5", content: "A third of", writer: "grok" }]);
    await release(backend, member, turn.p_question_id, { ...again, p_content: "A fourth part" });
    expect(await text()).toEqual([{ model: "chatgpt-5", content: "A fourth part", writer: null }]);
  });

  it("a new try that breaks off sooner takes nothing back, however it ends [reply.unfinished]", async () => {
    const ask = (p_model: string) => begin({ p_model });
    const shown = async () => {
      const [answer] = await read(member);
      return [answer?.text, answer?.writer];
    };
    await release(backend, member, turn.p_question_id, { ...claim, p_content: "Half of a reply" });
    const [first] = await read(member);
    let again = await ask("grok");
    await write(1, "Half", again);
    expect(await shown()).toEqual(["Half", "grok"]);
    await release(backend, member, turn.p_question_id, { ...again, p_content: "Half" });
    expect(await shown()).toEqual(["Half of a reply", "chatgpt-4"]);

    // Who has read the new text is given the old one whole.
    again = await ask("chatgpt-4");
    await write(1, "Half of", again);
    const [half] = await read(member);
    await lapse();
    expect(await read(member, [half?.text_id ?? 0, 7])).toMatchObject([
      { text: "Half of a reply", text_from: 0 },
    ]);
    again = await ask("grok");
    expect(await shown()).toEqual(["Half of a reply", "chatgpt-4"]);
    await write(1, "Half", again);
    await backend.sql("delete from public.chats where id = $1", turn.p_chat_id);
    expect(
      await backend.sql("select content from private.attempts where id = $1", again.p_answer_id),
    ).toEqual([{ content: first?.text }]);
  });
});
