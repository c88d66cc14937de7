import { beforeAll, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onPostgres } from "../../support/database/on-every-database.ts";
import { call, signUpPerson } from "../../support/database/turns.ts";

const id = () => crypto.randomUUID();

// A new version's migrations are pushed before its functions are deployed. What these call is what the release before
// calls: it knows of one answer to a question, and none of its messages lacks these two columns.
const OF_BEFORE = { answering_until: null, stopped_at: null };

onPostgres("the Edge Functions of the release before on today's database", (backend) => {
  let member: Person;
  let p_user_id: string;
  let p_chat_id: string;

  beforeAll(async () => {
    member = await signUpPerson(backend, "member");
    p_user_id = member.id;
    p_chat_id = id();
  });

  const begin = (p_question_id: string, p_starts_chat = false) =>
    call(backend, "begin_turn", {
      p_user_id,
      p_chat_id,
      p_question_id,
      p_content: "Hello",
      p_title: "Hello",
      p_model: "grok",
      p_starts_chat,
      p_turns_per_minute: 100,
      p_turns_per_day: 100,
      p_chats_per_minute: 100,
      p_lease: "20 seconds",
      p_history_characters: 120_000,
    });
  /** A question that was begun, and the claim on it. */
  const claimed = async (p_question_id: string, p_starts_chat = false) => {
    const { claim } = await begin(p_question_id, p_starts_chat);
    return { p_user_id, p_question_id, p_claim_id: claim ?? "" };
  };
  const finish = (claim: Awaited<ReturnType<typeof claimed>>, p_content: string) =>
    call(backend, "finish_turn", { ...claim, p_content, p_model: "grok" });
  const renew = (claim: Awaited<ReturnType<typeof claimed>>) =>
    call(backend, "renew_turn", { ...claim, p_lease: "20 seconds" });

  it("functions of the release before begin, renew and store a turn", async () => {
    const question = id();
    const begun = await begin(question, true);
    expect(begun).toMatchObject({
      outcome: "begun",
      chat: { id: p_chat_id, title: "Hello", model: "grok" },
      question: { id: question, content: "Hello", ...OF_BEFORE },
      history: [{ role: "user", content: "Hello" }],
    });
    const claim = { p_user_id, p_question_id: question, p_claim_id: begun.claim ?? "" };
    expect(await renew(claim)).toEqual({ outcome: "running" });
    const reply = { content: "Hello to you", model: "grok", reply_to: question, ...OF_BEFORE };
    expect(await finish(claim, "Hello to you")).toMatchObject({ outcome: "stored", reply });
    expect(await finish(claim, "Once more")).toMatchObject({ outcome: "stored", reply });
    expect(await renew(claim)).toMatchObject({ outcome: "answered", reply });
    expect(await begin(question)).toMatchObject({ outcome: "answered", reply });
  });

  it("functions of the release before wait for an answer, and leave", async () => {
    const question = id();
    const claim = await claimed(question);
    expect((await begin(question)).outcome).toBe("running");
    const look = () => call(backend, "look_at_turn", { p_user_id, p_question_id: question });
    expect(await look()).toEqual({ outcome: "running" });
    const leave = { p_user_id, p_question_id: question };
    expect(await call(backend, "leave_turn", leave)).toEqual({ outcome: "left" });
    await finish(claim, "Hello");
    expect(await look()).toMatchObject({ outcome: "answered", reply: OF_BEFORE });
  });

  it("functions of the release before give up a turn that failed", async () => {
    const question = id();
    const claim = await claimed(question);
    expect(await call(backend, "release_turn", claim)).toEqual({ outcome: "released" });
    expect(await begin(question)).toMatchObject({ outcome: "begun" });
  });

  it("functions of the release before store what was written when the person pressed Stop", async () => {
    const question = id();
    const claim = await claimed(question);
    const stop = { p_user_id, p_chat_id, p_question_id: question };
    expect(await call(backend, "stop_turn", stop)).toEqual({ outcome: "marked" });
    expect(await renew(claim)).toEqual({ outcome: "stopped" });
    expect(await finish(claim, "so far")).toMatchObject({ outcome: "stored" });
  });

  it("functions of the release before store nothing over a claim that is not theirs any more", async () => {
    const question = id();
    const claim = await claimed(question);
    await backend.sql(
      "update public.attempts set claimed_until = now() where chat_id = $1",
      p_chat_id,
    );
    const successor = await claimed(question);
    expect(await finish(claim, "late")).toEqual({ outcome: "lost" });
    expect(await finish(successor, "in time")).toMatchObject({ outcome: "stored" });
  });

  it("functions of the release before are told when the chat was deleted", async () => {
    const claim = { p_user_id, p_question_id: id(), p_claim_id: id() };
    expect(await finish(claim, "Hello")).toEqual({ outcome: "gone" });
    expect(await renew(claim)).toEqual({ outcome: "gone" });
    expect(await call(backend, "release_turn", claim)).toEqual({ outcome: "gone" });
  });
});
